import type { BulkResults } from '../../contract/collection.ts';
import type { NewSuspension, NewUser, User, UserChanges } from '../../contract/users.ts';
import { collection } from './collection.ts';
import { post } from './http.ts';

/** The acts on a user that need nothing but their name. */
export type PlainUserAct = 'approve' | 'reject' | 'unsuspend';

/** `users/`, and what is done to them. Every call throws `ApiError`. */
export const users = {
  ...collection<User, NewUser, UserChanges>('users/'),
  act: (id: string, act: PlainUserAct) => post<User>(`users/${id}/${act}/`),
  suspend: (id: string, suspension: NewSuspension) => post<User>(`users/${id}/suspend/`, suspension),
  /** Sends the user a link to a new password. */
  requestPasswordReset: (id: string) => post<void>(`users/${id}/request_password_reset/`),
  removeAll: async (ids: string[]) => (await post<BulkResults>('users/bulk_delete/', { ids })).results,
};
