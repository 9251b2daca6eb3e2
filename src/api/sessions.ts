import type { OwnSessions } from '../../contract/sessions.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The sessions of the signed-in person. */
export const ownSessions = query<OwnSessions>('auth/sessions/');

/** Ends a session of the signed-in person. */
export function endSession(id: string): Promise<void> {
  return remove(`auth/sessions/${id}/`);
}

/** Ends the sessions of the signed-in person but this one. */
export function endOtherSessions(): Promise<void> {
  return post('auth/sessions/end_others/');
}
