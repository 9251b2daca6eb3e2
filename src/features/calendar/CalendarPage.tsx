import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { LiveReads } from '#api/query.ts';
import { calendar } from '#api/shifts.ts';
import type { AbsencesByDay } from '#domain/absences/AbsencesByDay.tsx';
import { useIsOneself } from '#domain/useIsOneself.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Card } from '#ui/Card.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { LandscapePaper } from '#ui/LandscapePaper.ts';
import { ListPager, pageInAddress } from '#ui/list/ListPager.tsx';
import { pageSizeChoices } from '#ui/list/listState.ts';
import { StaleBanner } from '#ui/list/StaleBanner.tsx';
import { usePagePastEnd } from '#ui/list/usePagePastEnd.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { PrintButton } from '#ui/PrintButton.tsx';
import { Stack } from '#ui/Stack.ts';
import { media, space } from '#ui/theme.ts';
import { useMedia } from '#ui/useMedia.ts';
import { useOnPaper } from '#ui/useOnPaper.ts';
import { type CalendarChanges, type CalendarState, useCalendarState } from './calendarState.ts';
import { bookingsIn } from './entries.ts';
import { daysOfView, type Lane } from './layout.ts';
import { PrintedLegend } from './Legend.tsx';
import type { Proposal } from './proposal.ts';
import { ShiftPanel } from './ShiftPanel.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useCalendarPage } from './useCalendarPage.ts';
import { useFilters } from './useFilters.ts';
import { type HolidayNames, useHolidays } from './useHolidays.ts';
import { viewerTime } from './viewerTime.ts';
import { ViewOfShifts } from './ViewOfShifts.tsx';

const BookingPanel = lazy(async () => ({
  default: (await loadChunk(() => import('./BookingPanel.tsx'))).BookingPanel,
}));

const AbsencesRead = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/absences/AbsencesByDay.tsx'))).AbsencesRead,
}));

const noAbsences: AbsencesByDay = new Map();

/** How often the calendar is polled, in milliseconds. */
const every = 60_000;

/** The calendar of shifts: `/dashboard/calendar`. Its state is in the address. */
export function CalendarPage() {
  return (
    <LiveReads path={calendar.path} every={every}>
      <Calendar />
    </LiveReads>
  );
}

function Calendar() {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const hasAbsences = useOffersAbsences();
  const isPhone = useMedia(media.phone.replace('@media ', ''));
  const now = useMinute();
  const today = dates.dayAt(now);
  const isOneself = useIsOneself();
  const mayCreate = useMayWrite('calendar');
  const { state, change } = useCalendarState({ view: isPhone || isOneself ? 'agenda' : 'week', today });
  const { view, day } = state;
  const days = useMemo(() => daysOfView(view, day), [view, day]);
  const { page, lanes, month, error, isLoading, isValidating, retry, ...read } = useCalendarPage(state, days);
  const isPastEnd = usePagePastEnd(page, state, change);
  const holidays = useHolidays(read.holidays);
  const people = useMemo(() => lanes?.map(({ id }) => id) ?? [], [lanes]);
  const [absences, setAbsences] = useState(noAbsences);
  const { moved, propose, close } = useMovedShift(change);
  const filters = useFilters(isOneself);
  const isNarrowed = state.search !== '' || Object.values(state.chosen).some(({ length }) => length > 0);
  useDocumentTitle(t('title'));

  const title = useTitle(state, days, holidays);
  const openBooking = (id: string) => change({ booking: id, shift: null });
  return (
    <Stack>
      <Head now={now} hasAbsences={hasAbsences} mayCreate={mayCreate} />
      {hasAbsences && (
        <Suspense>
          <AbsencesRead people={people} days={days} onRead={setAbsences} />
        </Suspense>
      )}
      <LandscapePaper />
      <Frame aria-busy={isLoading} data-fills>
        <Toolbar state={state} change={change} title={title} today={today} filters={filters} hasSearch={!isOneself} />
        {(lanes || month) && error !== undefined && (
          <StaleBanner isRetrying={isValidating} onRetry={() => void retry()} />
        )}
        {!lanes && !month && error !== undefined ? (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        ) : (
          <ViewOfShifts
            view={view}
            isPhone={isPhone}
            hasNames={!isOneself}
            day={day}
            days={days}
            today={today}
            now={now}
            lanes={isPastEnd ? null : lanes}
            unassigned={page?.unassigned}
            month={month}
            holidays={holidays}
            absences={absences}
            moved={moved}
            isNarrowed={isNarrowed}
            label={`${t('title')}: ${title}`}
            mayCreate={mayCreate}
            onDay={(date) => change({ day: date, view: isPhone && view !== 'day' ? 'agenda' : 'day' })}
            onOpen={({ id }) => change({ shift: id, booking: null })}
            onBooking={openBooking}
            onPropose={propose}
          />
        )}
        {page && !isPastEnd && (
          <PeoplePager state={state} count={page.count} shown={page.results.length} change={change} />
        )}
      </Frame>
      {/* A day or a month fills its sheet. */}
      {(view === 'week' || view === 'agenda') && <PrintedLegend />}
      <OpenPanel state={state} lanes={lanes} moved={moved} onBooking={openBooking} onClose={close} />
    </Stack>
  );
}

/** The title of what is shown: a month, a day with its holiday, or the first and the last day. */
function useTitle({ view, day }: CalendarState, days: readonly string[], holidays: HolidayNames): string {
  const { dates } = useFormats();
  if (view === 'month') return dates.month(day);
  if (view === 'day') return [dates.fullDay(day), holidays.get(day)].filter(Boolean).join(' · ');
  return `${dates.day(days[0] ?? day)} – ${dates.day(days.at(-1) ?? day)}`;
}

/** A shift that was moved and is not saved yet. `propose` opens it, or the form of a new one; `close` closes what is open. */
function useMovedShift(change: ReturnType<typeof useCalendarState>['change']) {
  const { dates } = useFormats();
  const navigate = useNavigate();
  const [moved, setMoved] = useState<Proposal | null>(null);
  const propose = (proposal: Proposal) => {
    if (!proposal.shift) {
      void navigate(draftAddress(proposal, (at) => dates.time(new Date(at).toISOString())));
      return;
    }
    setMoved(proposal);
    change({ shift: proposal.shift.id });
  };
  const close = () => {
    setMoved(null);
    change({ shift: null, booking: null }, { replace: true });
  };
  return { moved, propose, close };
}

type OpenPanelProps = {
  state: CalendarState;
  lanes: readonly Lane[] | null;
  moved: Proposal | null;
  onBooking: (id: string) => void;
  onClose: () => void;
};

/** The panel of the shift or the booking that is open. */
function OpenPanel({ state: { shift, booking }, lanes, moved, onBooking, onClose }: OpenPanelProps) {
  return (
    <>
      {shift && (
        <ShiftPanel
          key={shift}
          id={shift}
          bookings={bookingsIn(lanes ?? [], shift)}
          moved={moved}
          onBooking={onBooking}
          onClose={onClose}
        />
      )}
      {booking && (
        <Suspense>
          <BookingPanel key={booking} id={booking} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}

/** The title with the clock, and what can be done here. */
function Head({ now, hasAbsences, mayCreate }: { now: string; hasAbsences: boolean; mayCreate: boolean }) {
  const { t } = useTranslation(['calendar', 'shell']);
  const isOnPaper = useOnPaper();
  return (
    <PageHead
      title={t('title')}
      description={!isOnPaper && <Clock now={now} />}
      action={
        <Acts>
          <PrintButton />
          {hasAbsences && <ButtonLink to={paths.absences.list.href()}>{t('shell:absences')}</ButtonLink>}
          {mayCreate && (
            <ButtonLink to={paths.calendar.create.href()} variant="primary">
              {t('add')}
            </ButtonLink>
          )}
        </Acts>
      }
    />
  );
}

/** The address of the form for a new schedule with the values of a proposal. */
function draftAddress({ lane, day, until, span }: Proposal, timeAt: (at: number) => string): string {
  const address = new URLSearchParams({ interpreter: lane.id, date: day });
  if (until !== day) address.set('until', until);
  if (span) {
    address.set('time_from', timeAt(span.from));
    address.set('time_to', timeAt(span.to));
  }
  return `${paths.calendar.create.href()}?${address}`;
}

/** The deployment's time and zone, and the viewer's local time if it differs. */
function Clock({ now }: { now: string }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const time = dates.time(now);
  const viewersTime = viewerTime(now);
  return (
    <>
      <bdi>{`${time} ${dates.zone(now)}`}</bdi>
      {viewersTime !== time && <bdi>{` · ${t('yourTime', { time: viewersTime })}`}</bdi>}
    </>
  );
}

type PeoplePagerProps = {
  state: CalendarState;
  /** The number of people, and how many of them are on this page. */
  count: number;
  shown: number;
  change: (changes: CalendarChanges) => void;
};

/** The pagination below the calendar, if there is more than one page of people. */
function PeoplePager({ state, count, shown, change }: PeoplePagerProps) {
  const { t } = useTranslation('calendar');
  const [smallest] = pageSizeChoices;
  if (count <= Math.max(smallest, shown) && state.page === 1) return null;
  return <ListPager label={t('people')} count={count} shown={shown} {...pageInAddress(state, change)} />;
}

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Frame = styled(Card)`
  overflow: clip;

  @media print {
    overflow: visible;
    border: 0;
  }
`;
