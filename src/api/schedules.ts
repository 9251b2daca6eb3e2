import type { Schedule, ScheduleChanges, ScheduleDraft, SchedulePreview } from '../../contract/schedules.ts';
import { patch, post, remove } from './http.ts';
import { query } from './query.ts';

const path = 'schedules/';
const at = (id: string) => `${path}${encodeURIComponent(id)}/`;

/** `schedules/`: series of shifts. Every call throws `ApiError`. */
export const schedules = {
  path,
  one: (id: string) => query<Schedule>(at(id)),
  /** Every day of a draft with its verdict; nothing is written. */
  preview: (draft: ScheduleDraft, signal: AbortSignal) => post<SchedulePreview>(`${path}preview/`, draft, { signal }),
  /** What a change would do to each day to come; nothing is written. */
  previewChange: (id: string, changes: ScheduleChanges, signal: AbortSignal) =>
    post<SchedulePreview>(`${at(id)}preview/`, changes, { signal }),
  create: (draft: ScheduleDraft, idempotencyKey: string) => post<Schedule>(path, draft, { idempotencyKey }),
  /** Changes the days to come; 412 when the schedule has changed since `etag`. */
  update: (id: string, etag: string, changes: ScheduleChanges) => patch<Schedule>(at(id), changes, { ifMatch: etag }),
  /** Takes the days to come out; 412 when the schedule has changed since `etag`. */
  remove: (id: string, etag: string) => remove(at(id), { ifMatch: etag }),
};
