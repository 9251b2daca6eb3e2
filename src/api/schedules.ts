import type { BookingDecision } from '../../contract/bookingDecisions.ts';
import type { Schedule, ScheduleChanges, ScheduleDraft, SchedulePreview } from '../../contract/schedules.ts';
import { patch, post } from './http.ts';
import { query } from './query.ts';
import { readAffected, removeWith } from './shiftDecisions.ts';

const path = 'schedules/';
const at = (id: string) => `${path}${encodeURIComponent(id)}/`;

/** `schedules/`: series of shifts. Every call throws `ApiError`. */
export const schedules = {
  path,
  one: (id: string) => query<Schedule>(at(id)),
  /** A dry run: every day of a draft, and whether it is possible. */
  preview: (draft: ScheduleDraft, signal: AbortSignal) => post<SchedulePreview>(`${path}preview/`, draft, { signal }),
  /** A dry run: the effect of a change on each future day. */
  previewChange: (id: string, changes: ScheduleChanges, signal: AbortSignal) =>
    post<SchedulePreview>(`${at(id)}preview/`, changes, { signal }),
  create: (draft: ScheduleDraft, idempotencyKey: string) => post<Schedule>(path, draft, { idempotencyKey }),
  /** Changes the future days; 412 if the schedule has changed since `etag`. */
  update: (id: string, etag: string, changes: ScheduleChanges) => patch<Schedule>(at(id), changes, { ifMatch: etag }),
  /** Deletes the future days; 412 if the schedule has changed since `etag`. */
  remove: (id: string, etag: string, decisions?: BookingDecision[]) => removeWith(at(id), etag, decisions),
  affected: (id: string, changes?: ScheduleChanges) => readAffected(at(id), changes),
};
