import { Bell, CheckCheck, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { notificationDays } from '../../../contract/notificationKinds.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { notifications } from '#api/notifications.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';

/** How many notifications are loaded at first, and with each further step. */
const step = 25;

/** What the signed-in person was notified of: `/dashboard/notifications`. */
export function NotificationsPage() {
  const { t } = useTranslation(['notifications', 'crud']);
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const [shown, setShown] = useState<'all' | 'unread'>('all');
  const [size, setSize] = useState(step);
  const { data, error, isValidating, retry } = useQuery(
    notifications.list({ page: 1, page_size: size, ...(shown === 'unread' ? { unread: true } : {}) }),
  );
  useDocumentTitle(t('title'));
  useSeen(data?.results);

  const mark = async (ids: string[] | null) => {
    await notifications.mark({ ids, as: 'read' });
    await invalidate(notifications.path);
  };
  const markAll = async () => {
    try {
      await mark(null);
      toast({ title: t('allRead'), tone: 'success' });
    } catch (failure) {
      toast({ title: errorMessage(failure), tone: 'danger' });
    }
  };
  // It stays unread if the call fails, and the page that it leads to opens nevertheless.
  const open = ({ id, read }: Notification) => (read ? undefined : mark([id]).catch(() => undefined));
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
        {!data && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : data?.results.length === 0 ? (
          <EmptyState icon={<Bell />} title={t('empty')}>
            {t('emptyText', { days: notificationDays })}
          </EmptyState>
        ) : (
          <Rows aria-busy={!data}>
            {data?.results.map((one) => (
              <NotificationRow key={one.id} notification={one} onOpen={() => void open(one)} />
            )) ?? (
              <ListRow>
                <Skeleton height="40px" />
              </ListRow>
            )}
          </Rows>
        )}
        {data && data.count > data.results.length && size < 100 && (
          <Button onPress={() => setSize(Math.min(100, size + step))}>{t('more')}</Button>
        )}
      </Panel>
    </Stack>
  );
}

/** Tells the backend what was on the screen, which no e-mail about several notifications repeats. */
function useSeen(results: readonly Notification[] | undefined): void {
  const unread = results?.filter(({ read }) => !read).map(({ id }) => id) ?? [];
  const ids = unread.join(' ');
  useEffect(() => {
    // Nobody waits for it, and the next visit repeats it.
    if (ids !== '') notifications.mark({ ids: ids.split(' '), as: 'seen' }).catch(() => undefined);
  }, [ids]);
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
