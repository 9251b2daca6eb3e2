import type { BulkResults } from '../../contract/collection.ts';
import type { Affected, AffectedQuery, BulkRejection, CoverageDecision, Rejection } from '../../contract/coverage.ts';
import type { NewSuspension, NewUser, SignIns, User, UserChanges } from '../../contract/users.ts';
import { collection } from './collection.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** Actions on a user without effects on others; they need no question. */
export type PlainUserAct = 'approve' | 'unsuspend';

/** `users/`, and actions on users. Every call throws `ApiError`. */
export const users = {
  ...collection<User, NewUser, UserChanges>('users/'),
  act: (id: string, act: PlainUserAct) => post<User>(`users/${id}/${act}/`),
  suspend: (id: string, suspension: NewSuspension) => post<User>(`users/${id}/suspend/`, suspension),
  /** Sends the user a link to choose their first password. */
  invite: (id: string) => post<User>(`users/${id}/invite/`),
  /** The stored facts about the user's sign-ins. */
  signIns: (id: string) => query<SignIns>(`users/${id}/sign_ins/`),
  /** Ends a session of the user; null: all. */
  endSession: (id: string, session: string | null) =>
    remove(session === null ? `users/${id}/sessions/` : `users/${id}/sessions/${session}/`),
  /** Sends the user a link to a new password. */
  requestPasswordReset: (id: string) => post<void>(`users/${id}/request_password_reset/`),
  reject: (id: string, rejection: Rejection) => post<User>(`users/${id}/reject/`, rejection),
  approveAll: async (ids: string[]) => (await post<BulkResults>('users/bulk_approve/', { ids })).results,
  rejectAll: async (rejection: BulkRejection) => (await post<BulkResults>('users/bulk_reject/', rejection)).results,
  removeAll: async (ids: string[], reservations?: CoverageDecision[]) =>
    (await post<BulkResults>('users/bulk_delete/', { ids, reservations })).results,
  /** The effects that an action on people would have on others. */
  affected: (params: AffectedQuery) => query<Affected>('users/affected/', params),
};
