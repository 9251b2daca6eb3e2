import type { Absence, AbsenceChanges, AbsenceDraft, AbsencePreview, NewAbsence } from '../../contract/absences.ts';
import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import { statesInForce } from '../../contract/absenceNames.ts';
import { pageSize } from '../../contract/bounds.ts';
import { collection, type Page } from './collection.ts';
import { post } from './http.ts';
import { query } from './query.ts';

const path = 'absences/';

/** `absences/`, and acts on the version `etag`. Every call throws `ApiError`. */
export const absences = {
  ...collection<Absence, NewAbsence, AbsenceChanges>(path),
  /** A dry run: the shifts and reservations that an absence takes somebody from. */
  preview: (draft: AbsenceDraft, signal: AbortSignal) => post<AbsencePreview>(`${path}preview/`, draft, { signal }),
  refuse: ({ id, etag }: Absence) => post<Absence>(`${path}${id}/refuse/`, {}, { ifMatch: etag }),
  /** Takes an absence back, and puts back shifts in its time that are called off. */
  takeBack: ({ id, etag }: Absence, putBack: string[]) =>
    post<Absence>(`${path}${id}/take_back/`, putBack.length > 0 ? { put_back: putBack } : {}, { ifMatch: etag }),
  /** Decides about the reservations in its time; `approve` puts it in force as well. */
  decide: ({ id, etag }: Absence, act: 'approve' | 'decide', decisions: BookingDecision[]) =>
    post<Absence>(`${path}${id}/${act}/`, { decisions }, { ifMatch: etag }),
};

/** A page of the absences of some people in some days (inclusive), in force and requested. */
export const absencesOf = (person: readonly string[], from_day: string, to_day: string, page: number) =>
  query<Page<Absence>>(path, {
    page: page === 1 ? null : page,
    person,
    from_day,
    to_day,
    state: [...statesInForce, 'requested'],
    page_size: pageSize.max,
  });

/** The absences in force on a day. */
export const absentOn = (day: string) =>
  query<Page<Absence>>(path, { from_day: day, to_day: day, state: [...statesInForce], page_size: 50 });
