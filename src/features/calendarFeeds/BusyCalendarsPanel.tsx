import { CalendarOff, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { maxBusyCalendars } from '../../../contract/busyCalendarLimits.ts';
import type { BusyCalendar } from '../../../contract/busyCalendars.ts';
import { busyCalendars } from '#api/busyCalendars.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';
import { NewBusyCalendarDialog } from './NewBusyCalendarDialog.tsx';

/** The calendars that the person has elsewhere, with when each was last read. */
export function BusyCalendarsPanel() {
  const { t } = useTranslation('calendarFeeds');
  const invalidate = useInvalidate();
  const { data, error, isValidating, retry } = useQuery(busyCalendars.list);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BusyCalendar | null>(null);
  const calendars = data?.results;
  const isFull = calendars !== undefined && calendars.length >= maxBusyCalendars;

  const remove = async () => {
    if (!removing) return;
    await busyCalendars.remove(removing.id);
    await invalidate(busyCalendars.path, 'busy_times/');
    setRemoving(null);
    toast({ title: t('busy.removed'), tone: 'success' });
  };
  return (
    <Panel
      title={t('busy.title')}
      action={
        calendars && (
          <Button icon={<Plus aria-hidden />} isDisabled={isFull} onPress={() => setAdding(true)}>
            {t('busy.add')}
          </Button>
        )
      }
    >
      <Muted as="p">{t('busy.lead')}</Muted>
      {isFull && <p>{t('busy.full', { number: maxBusyCalendars })}</p>}
      {!calendars && error !== undefined ? (
        <FailedState title={t('busy.failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : calendars?.length === 0 ? (
        <EmptyState icon={<CalendarOff />} title={t('busy.empty')}>
          {t('busy.emptyText')}
        </EmptyState>
      ) : (
        <Rows aria-busy={!calendars}>
          {calendars?.map((calendar) => (
            <CalendarRow key={calendar.id} calendar={calendar} onRemove={() => setRemoving(calendar)} />
          )) ?? (
            <ListRow>
              <Skeleton height="40px" />
            </ListRow>
          )}
        </Rows>
      )}
      {isAdding && <NewBusyCalendarDialog onClose={() => setAdding(false)} />}
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('busy.removeTitle', { name: removing?.name ?? '' })}
        confirm={t('busy.remove')}
        act={remove}
      >
        <p>{t('busy.removeText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function CalendarRow({ calendar, onRemove }: { calendar: BusyCalendar; onRemove: () => void }) {
  const { t } = useTranslation('calendarFeeds');
  const { dates } = useFormats();
  const errorMessage = useErrorMessage();
  const { name, kind, host, read, failure, failing_since } = calendar;
  const details = [t(`busy.kinds.${kind}`), host, t('busy.read', { when: dates.dateTime(read) })];
  return (
    <ListRow>
      <div>
        <div>{name}</div>
        <RowDetail>{details.join(' · ')}</RowDetail>
        {failure !== null && failing_since !== null && (
          <Failure>
            {t('busy.failing', { when: dates.dateTime(failing_since) })} {errorMessage(new ApiError(failure))}
          </Failure>
        )}
      </div>
      <Button
        variant="destructive"
        icon={<Trash2 aria-hidden />}
        aria-label={`${t('busy.remove')}: ${name}`}
        onPress={onRemove}
      >
        {t('busy.remove')}
      </Button>
    </ListRow>
  );
}

const Failure = styled(RowDetail)`
  color: ${colour.dangerText};
`;
