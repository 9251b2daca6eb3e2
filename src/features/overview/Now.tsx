import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../../contract/overview.ts';
import { absentOn } from '#api/absences.ts';
import { waitingRequests } from '#api/interpretations.ts';
import { useQuery } from '#api/query.ts';
import { reservationWork } from '#api/reservations.ts';
import { createdOf } from '#crud/createdOf.ts';
import { useMinute } from '#domain/useMinute.ts';
import { useNow } from '#domain/useNow.ts';
import { useOffersAbsences } from '#domain/useOffersAbsences.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { minutesSeconds } from '#lib/numbers.ts';
import {
  openReservationsHref,
  paths,
  shortReservationsHref,
  uncoveredReservationsHref,
  waitingLiveHref,
  waitingOnlineHref,
} from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Figure } from './Figure.tsx';
import { OnlineInterpreters } from './Figures.tsx';
import { Strip } from './Strip.tsx';

/** What waits for planners, and what happens now: the first part of their overview. */
export function Now({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation('overview');
  const { flags } = useTenant();
  const verdicts = useAtomValue(userAtom)?.verdicts;
  const hasReservations = flags.reservations && verdicts?.collections.reservations !== 'none';
  const hasAbsences = useOffersAbsences();
  if (!hasReservations && !hasAbsences && !verdicts?.interpretations && !flags.online) return null;
  return (
    <Strip title={t('now')}>
      {hasReservations && <Work />}
      {hasAbsences && <Absent />}
      {verdicts?.interpretations && <WaitingRequests />}
      {flags.online && <OnlineInterpreters count={overview?.online_interpreters ?? null} />}
    </Strip>
  );
}

function Work() {
  const { t } = useTranslation('overview');
  const { numbers, dates } = useFormats();
  const { data } = useQuery(reservationWork);
  const today = dates.dayOf(useMinute());
  const day = new URLSearchParams({ from_day: today, to_day: today, status: 'pending,approved' });
  const figures = [
    { number: data?.to_answer, label: t('open'), href: openReservationsHref, note: t('openNote'), none: t('noneOpen') },
    {
      number: data?.short,
      label: t('short'),
      href: shortReservationsHref,
      note: t('shortNote'),
      none: t('noneShort'),
    },
    {
      number: data?.uncovered,
      label: t('uncovered'),
      href: uncoveredReservationsHref,
      note: t('uncoveredNote'),
      none: t('allCovered'),
    },
    {
      number: data?.today,
      label: t('today'),
      href: `${paths.reservations.list.href()}?${day}`,
      note: t('todayNote'),
      none: t('nothingToday'),
    },
  ];
  return figures.map(({ number = null, label, href, note, none }) => (
    <Figure
      key={href}
      label={label}
      value={numbers.count(number)}
      note={number === 0 ? none : note}
      lists={[{ href }]}
    />
  ));
}

/** Who is absent today, and how many bookings of theirs wait for a decision. */
function Absent() {
  const { t } = useTranslation('overview');
  const { numbers, dates, list } = useFormats();
  const { data } = useQuery(absentOn(dates.dayOf(useMinute())));
  const people = [...new Set(data?.results.map(({ person_name }) => person_name))];
  const undecided = (data?.results ?? []).reduce((sum, absence) => sum + (absence.undecided ?? 0), 0);
  const names = people.length > 0 ? list(people) : t('nobodyAbsent');
  return (
    <Figure
      label={t('absent')}
      value={numbers.count(data ? people.length : null)}
      note={data && [names, undecided > 0 && t('absencesToDecide', { number: undecided })].filter(Boolean).join(' · ')}
      lists={[{ href: paths.absences.list.href() }]}
    />
  );
}

function WaitingRequests() {
  const { t } = useTranslation('overview');
  const { numbers } = useFormats();
  const { flags } = useTenant();
  const { data } = useQuery(waitingRequests({}));
  const since = createdOf(data?.results[0]);
  return (
    <Figure
      label={t('waitingRequests')}
      value={numbers.count(data?.count ?? null)}
      note={data?.count === 0 ? t('nobodyWaits') : since !== null && <Longest since={since} />}
      lists={[
        ...(flags.online ? [{ href: waitingOnlineHref, channel: 'online' as const }] : []),
        ...(flags.live ? [{ href: waitingLiveHref, channel: 'live' as const }] : []),
      ]}
    />
  );
}

/** How long the first has waited. */
function Longest({ since }: { since: string }) {
  const { t } = useTranslation('shell');
  return t('longestWait', { time: minutesSeconds(Math.max(0, (useNow() - Date.parse(since)) / 1000)) });
}
