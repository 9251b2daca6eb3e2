import type { MailedLink } from '../../contract/emailChanges.ts';
import type { NationalIds } from '../../contract/nationalIds.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The linked national IDs of the signed-in person, or of a user. */
export function nationalIdsOf(user: string | null) {
  return query<NationalIds>(pathOf(user));
}

/** Unlinks a national ID of the signed-in person, or of a user. */
export function unlinkNationalId(user: string | null, id: string): Promise<void> {
  return remove(`${pathOf(user)}${id}/`);
}

/** Links a national ID, with the token of the link that was mailed. */
export function confirmNationalId(link: MailedLink): Promise<void> {
  return post('auth/openid/confirm/', link, { signsIn: true });
}

function pathOf(user: string | null): string {
  return user === null ? 'auth/national_ids/' : `users/${user}/national_ids/`;
}
