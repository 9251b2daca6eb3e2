import type { Absence, AbsenceChanges, AbsenceDraft, AbsencePreview, NewAbsence } from '../../contract/absences.ts';
import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import { statesInForce } from '../../contract/absenceNames.ts';
import { collection, type Page } from './collection.ts';
import { post } from './http.ts';
import { query } from './query.ts';

const path = 'absences/';

/** What somebody decides about an absence without naming what happens to the reservations in its time. */
export type PlainAbsenceAct = 'refuse' | 'take_back';

/** `absences/`, and acts on the version `etag`. Every call throws `ApiError`. */
export const absences = {
  ...collection<Absence, NewAbsence, AbsenceChanges>(path),
  /** A dry run: the shifts and reservations that an absence takes somebody from. */
  preview: (draft: AbsenceDraft, signal: AbortSignal) => post<AbsencePreview>(`${path}preview/`, draft, { signal }),
  act: ({ id, etag }: Absence, act: PlainAbsenceAct) => post<Absence>(`${path}${id}/${act}/`, {}, { ifMatch: etag }),
  /** Decides about the reservations in its time; `approve` puts it in force as well. */
  decide: ({ id, etag }: Absence, act: 'approve' | 'decide', decisions: BookingDecision[]) =>
    post<Absence>(`${path}${id}/${act}/`, { decisions }, { ifMatch: etag }),
};

/** The absences in force on a day. */
export const absentOn = (day: string) =>
  query<Page<Absence>>(path, { from_day: day, to_day: day, state: [...statesInForce], page_size: 50 });
