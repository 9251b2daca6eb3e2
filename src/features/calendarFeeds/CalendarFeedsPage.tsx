import { useAtomValue } from 'jotai';
import { CalendarSync, Link2Off, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { maxCalendarFeeds } from '../../../contract/calendarFeedLimits.ts';
import type { CalendarFeed, CreatedCalendarFeed } from '../../../contract/calendarFeeds.ts';
import { calendarFeeds, endCalendarFeed } from '#api/calendarFeeds.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { SecretDialog } from '#domain/SecretDialog.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Stack } from '#ui/Stack.ts';
import { radius } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { NewFeedDialog } from './NewFeedDialog.tsx';

/** The calendars that programs subscribe to: `/dashboard/calendar-feeds`. Owners see and end those of everybody. */
export function CalendarFeedsPage() {
  const { t } = useTranslation('calendarFeeds');
  const invalidate = useInvalidate();
  const user = useAtomValue(userAtom);
  const read = useQuery(calendarFeeds);
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedCalendarFeed | null>(null);
  const [ending, setEnding] = useState<CalendarFeed | null>(null);
  useDocumentTitle(t('title'));

  const end = async () => {
    if (!ending) return;
    await endCalendarFeed(ending.id);
    await invalidate(calendarFeeds[0]);
    setEnding(null);
    toast({ title: t('ended'), tone: 'success' });
  };
  const isOwn = ({ person }: CalendarFeed) => person === user?.id;
  const feeds = read.data?.results.filter(isOwn);
  const others = read.data?.results.filter((feed) => !isOwn(feed)) ?? [];
  const isFull = feeds !== undefined && feeds.length >= maxCalendarFeeds;
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <Panel
        title={t('own')}
        action={
          feeds && (
            <Button icon={<Plus aria-hidden />} isDisabled={isFull} onPress={() => setAdding(true)}>
              {t('add')}
            </Button>
          )
        }
      >
        {isFull && <p>{t('full', { number: maxCalendarFeeds })}</p>}
        <LoadedRows
          read={{ ...read, data: feeds && { results: feeds } }}
          failed={t('failed')}
          empty={
            <EmptyState icon={<CalendarSync />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(feed) => <FeedRow key={feed.id} feed={feed} onEnd={() => setEnding(feed)} />}
        </LoadedRows>
      </Panel>
      {others.length > 0 && (
        <Panel title={t('others')}>
          <Rows>
            {others.map((feed) => (
              <FeedRow key={feed.id} feed={feed} whose={feed.person_name} onEnd={() => setEnding(feed)} />
            ))}
          </Rows>
        </Panel>
      )}
      {isAdding && <NewFeedDialog onClose={() => setAdding(false)} onCreated={setCreated} />}
      {created && <CreatedDialog created={created} onClose={() => setCreated(null)} />}
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t('endTitle', { name: ending?.name ?? '' })}
        confirm={t('end')}
        act={end}
      >
        <p>{t(ending && !isOwn(ending) ? 'endOthersText' : 'endText')}</p>
      </ConfirmDialog>
    </Stack>
  );
}

/** The address of a new feed, as text and as a QR code. */
function CreatedDialog({ created, onClose }: { created: CreatedCalendarFeed; onClose: () => void }) {
  const { t } = useTranslation('calendarFeeds');
  return (
    <SecretDialog
      secret={created.address}
      title={t('newTitle')}
      text={t('newText')}
      confirm={t('kept')}
      onClose={onClose}
    >
      <Picture src={`data:image/svg+xml,${encodeURIComponent(created.qr)}`} alt={t('qr')} />
    </SecretDialog>
  );
}

/** White in every palette: cameras need dark on light. */
const Picture = styled.img`
  inline-size: 200px;
  block-size: 200px;
  border-radius: ${radius.small};
`;

type FeedRowProps = { feed: CalendarFeed; whose?: string; onEnd: () => void };

function FeedRow({ feed: { name, covers, department_name, created, used }, whose, onEnd }: FeedRowProps) {
  const { t } = useTranslation('calendarFeeds');
  const { dates } = useFormats();
  const details = [
    department_name ?? t(`covers.${covers}`),
    t('created', { when: dates.dateTime(created) }),
    used === null ? t('unused') : t('used', { when: dates.dateTime(used) }),
  ];
  return (
    <ListRow>
      <div>
        <div>{whose === undefined ? name : `${whose}: ${name}`}</div>
        <RowDetail>{details.join(' · ')}</RowDetail>
      </div>
      <Button variant="destructive" icon={<Link2Off aria-hidden />} aria-label={`${t('end')}: ${name}`} onPress={onEnd}>
        {t('end')}
      </Button>
    </ListRow>
  );
}
