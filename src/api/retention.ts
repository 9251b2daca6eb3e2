import type { RetentionPeriod } from '../../contract/retention.ts';
import type { Page } from './collection.ts';
import { post } from './http.ts';
import { query } from './query.ts';

/** How long each kind of data is kept, and what the next run would delete. */
export const retention = query<Page<RetentionPeriod>>('retention/');

/** Confirms a shorter period, as it was shown. Throws `ApiError`. */
export function confirmRetention(kind: RetentionPeriod['kind'], days: number): Promise<void> {
  return post(`retention/${kind}/confirm/`, { days });
}
