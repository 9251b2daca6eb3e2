import type { ListExport, SecurityEvent } from '../../contract/securityEvents.ts';
import type { Page } from './collection.ts';
import { type Params, post } from './http.ts';
import { ApiError } from './problem.ts';
import { query } from './query.ts';

/** `security_events/`: the security log, read only. */
export const securityEvents = {
  path: 'security_events/',
  list: (params?: Params) => query<Page<SecurityEvent>>('security_events/', params),
};

/** The statuses of a backend that does not have a call. */
const missing = [404, 405, 501];

/** Reports a list that is about to be saved as a file. Backends of others need not have the call. */
export async function reportExport(report: ListExport): Promise<void> {
  try {
    await post('exports/', report);
  } catch (error) {
    if (!(error instanceof ApiError && missing.includes(error.status))) throw error;
  }
}
