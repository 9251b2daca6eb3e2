import { Bell, CheckCheck, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { notificationDays, type NotificationKind } from '../../../contract/notificationKinds.ts';
import type { Notification, NotificationsPage as ListPage } from '../../../contract/notifications.ts';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { openReservationsHref, paths, shortReservationsHref, waitingOnlineHref, waitingLiveHref } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { PanelPager, type Place } from '#ui/list/PanelPager.tsx';
import { StaleBanner } from '#ui/list/StaleBanner.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';

type Shown = 'all' | 'unread';

/** What the signed-in person was notified of: `/dashboard/notifications`. */
export function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'crud']);
  const mark = useMark();
  const [shown, setShown] = useState<Shown>('all');
  // The read of the bell.
  const { data } = useQuery(notifications.list({ page: 1, page_size: 1 }));
  useDocumentTitle(t('title'));

  const { run: markAll } = useAct(async () => {
    await mark(null);
    toast({ title: t('allRead'), tone: 'success' });
  });
  return (
    <Stack $gap={6}>
      <PageHead
        title={t('title')}
        action={
          <ButtonLink to={paths.notificationSettings.href()}>
            <SlidersHorizontal size={16} aria-hidden />
            {t('settings')}
          </ButtonLink>
        }
      />
      <Groups data={data} />
      <Panel title={t(shown)}>
        <Acts>
          <RadioGroup
            label={t('filter')}
            isLabelHidden
            value={shown}
            onChange={setShown}
            choices={(['all', 'unread'] as const).map((value) => ({ value, label: t(value) }))}
          />
          <Button icon={<CheckCheck aria-hidden />} isDisabled={!data?.unread} onPress={() => void markAll()}>
            {t('markAll')}
          </Button>
        </Acts>
        <Contents key={shown} shown={shown} />
      </Panel>
    </Stack>
  );
}

/** Marks notifications as read; null marks all, or all of a kind. Rejects with the `ApiError`. */
function useMark(): (ids: string[] | null, kind?: NotificationKind) => Promise<void> {
  const invalidate = useInvalidate();
  return async (ids, kind) => {
    await notifications.mark({ ids, kind });
    await invalidate(notifications.path);
  };
}

/** The lists that several notifications of a kind lead to. */
const lists: Partial<Record<NotificationKind, string>> = {
  requests: waitingLiveHref,
  emergencies: waitingOnlineHref,
  reservations: paths.reservations.list.href(),
  new_reservations: openReservationsHref,
  unanswered: openReservationsHref,
  coverage: shortReservationsHref,
  shifts: paths.calendar.list.href(),
  approvals: paths.userApprovals.href(),
};

/** The unread notifications of kinds of which there are several, each kind with its number and its list. */
function Groups({ data }: { data: ListPage | undefined }) {
  const { t } = useTranslation('notifications');
  const { numbers } = useFormats();
  const mark = useMark();
  const groups = data?.groups.filter(({ kind, unread }) => unread > 1 && lists[kind] !== undefined) ?? [];
  if (groups.length === 0) return null;
  return (
    <Panel title={t('waiting')}>
      <Rows>
        {groups.map(({ kind, unread }) => (
          <ListRow key={kind}>
            <Link to={lists[kind] ?? ''} onClick={() => void mark(null, kind).catch(() => undefined)}>
              {t('group', { number: numbers.count(unread), kind: t(`kinds.${kind}`) })}
            </Link>
          </ListRow>
        ))}
      </Rows>
    </Panel>
  );
}

function Contents({ shown }: { shown: Shown }) {
  const { t } = useTranslation('notifications');
  const mark = useMark();
  const [place, setPlace] = useState<Place>({ page: 1, size: 25 });
  const read = useQuery(
    notifications.list({ page: place.page, page_size: place.size, unread: shown === 'unread' || undefined }),
  );
  const { data, error, isLoading, isValidating, retry } = read;
  // It stays unread if the call fails, and the page that it leads to opens nevertheless.
  const open = (notification: Notification) =>
    notification.read ? undefined : mark([notification.id]).catch(() => undefined);
  const nothing =
    shown === 'unread' ? (
      <EmptyState icon={<CheckCheck />} title={t('allRead')} />
    ) : (
      <EmptyState icon={<Bell />} title={t('empty')}>
        {t('emptyText', { days: notificationDays })}
      </EmptyState>
    );
  return (
    <>
      {data && error !== undefined && <StaleBanner isRetrying={isValidating} onRetry={() => void retry()} />}
      <LoadedRows read={read} failed={t('failed')} isBusy={isLoading} empty={nothing}>
        {(notification) => (
          <NotificationRow key={notification.id} notification={notification} onOpen={() => void open(notification)} />
        )}
      </LoadedRows>
      {data && <PanelPager place={place} onPlace={setPlace} count={data.count} />}
    </>
  );
}

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { dates } = useFormats();
  const { kind, title, path, created, read } = notification;
  return (
    <ListRow>
      <div>
        <div>
          {path === null ? (
            title
          ) : (
            <Link to={path} onClick={onOpen}>
              {title}
            </Link>
          )}{' '}
          {!read && <Badge tone="warning">{t('unreadOne')}</Badge>}
        </div>
        <RowDetail>{[t(`kinds.${kind}`), dates.dateTime(created)].join(' · ')}</RowDetail>
      </div>
    </ListRow>
  );
}

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
`;
