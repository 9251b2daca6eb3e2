import type { OtpChallenge } from '../../contract/auth.ts';
import type { EmailUndone, MailedLink, NewOwnEmail, OwnEmail } from '../../contract/emailChanges.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** One's own e-mail address, and the change that waits to be confirmed. */
export const ownEmail = query<OwnEmail>('auth/email/');

/** Asks to change one's own e-mail address: a link goes to the new one. */
export function askForEmail(change: NewOwnEmail): Promise<OwnEmail> {
  return post('auth/email/', change);
}

/** Asks for the code that people without a password change their address with. */
export function askForEmailCode(): Promise<OtpChallenge> {
  return post('auth/email/code/');
}

/** Forgets the change that waits to be confirmed. */
export function cancelEmail(): Promise<void> {
  return remove('auth/email/');
}

/** Makes a new address count, with the token of the link that went there. */
export function confirmEmail(link: MailedLink): Promise<void> {
  return post('auth/email/confirm/', link, { signsIn: true });
}

/** Puts the former address back, with the token of the link that went there; the answer goes with a new password. */
export function undoEmail(link: MailedLink): Promise<EmailUndone> {
  return post('auth/email/undo/', link, { signsIn: true });
}
