import type { MailedLink } from '../../contract/emailChanges.ts';
import type { Identities } from '../../contract/identities.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The kinds of linked identities: national IDs, and work accounts. */
export type IdentityKind = 'national_ids' | 'work_accounts';

/** The linked identities of the signed-in person, or of a user. */
export function identitiesOf(kind: IdentityKind, user: string | null) {
  return query<Identities>(pathOf(kind, user));
}

/** Unlinks an identity of the signed-in person, or of a user. */
export function unlinkIdentity(kind: IdentityKind, user: string | null, id: string): Promise<void> {
  return remove(`${pathOf(kind, user)}${id}/`);
}

/** Links a national ID, with the token of the link that was mailed. */
export function confirmNationalId(link: MailedLink): Promise<void> {
  return post('auth/openid/confirm/', link, { signsIn: true });
}

/** Links a work account, with the token of the link that was mailed. */
export function confirmWorkAccount(link: MailedLink): Promise<void> {
  return post('auth/single_sign_on/confirm/', link, { signsIn: true });
}

function pathOf(kind: IdentityKind, user: string | null): string {
  return user === null ? `auth/${kind}/` : `users/${user}/${kind}/`;
}
