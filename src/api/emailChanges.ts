import type { EmailUndone, MailedLink, NewOwnEmail, OwnEmail } from '../../contract/emailChanges.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The signed-in person's e-mail address, and a change of it that is not confirmed yet. */
export const ownEmail = query<OwnEmail>('auth/email/');

/** Requests a change of the signed-in person's e-mail address: a link is mailed to the new one. */
export function askForEmail(change: NewOwnEmail): Promise<OwnEmail> {
  return post('auth/email/', change);
}

/** Cancels a change that is not confirmed yet. */
export function cancelEmail(): Promise<void> {
  return remove('auth/email/');
}

/** Confirms the new address with the token from its mail. */
export function confirmEmail(link: MailedLink): Promise<void> {
  return post('auth/email/confirm/', link, { signsIn: true });
}

/** Restores the former address with the token from its mail; the answer lets the person set a new password. */
export function undoEmail(link: MailedLink): Promise<EmailUndone> {
  return post('auth/email/undo/', link, { signsIn: true });
}
