import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { BusyTimes } from '../../../contract/busyCalendars.ts';
import { busyTimes } from '#api/busyCalendars.ts';
import { useQuery } from '#api/query.ts';
import { userAtom } from '#session/session.ts';

/** A time at which a person is away according to a calendar of their own. */
export type Absence = BusyTimes['results'][number];

/** Whether an absence overlaps a span in milliseconds. */
export function overlaps(span: { from: number; to: number }, { from, to }: Pick<Absence, 'from' | 'to'>): boolean {
  return Date.parse(from) < span.to && Date.parse(to) > span.from;
}

const nothing: readonly Absence[] = [];

/**
 * The times at which people are away in a range of at most 42 days, by start. Empty until they are known, and where people cannot add
 * calendars of their own.
 * @param people ids; null: everybody whom the person may see
 * @param days null: reads nothing
 */
export function useAbsences(
  people: readonly string[] | null,
  days: { from: string; to: string } | null,
): readonly Absence[] {
  const offered = useAtomValue(userAtom)?.verdicts.collections.calendar_feeds ?? 'none';
  const isRead = offered !== 'none' && days !== null && people?.length !== 0;
  const { data } = useQuery(
    isRead ? busyTimes({ from_day: days.from, to_day: days.to, interpreter: people && [...people] }) : null,
  );
  return useMemo(() => (isRead && data?.results) || nothing, [isRead, data]);
}
