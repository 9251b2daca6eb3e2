import type {
  CheckedLink,
  ForgottenPassword,
  LinkCheck,
  PasswordChange,
  PasswordReset,
} from '../../contract/passwords.ts';
import { post } from './http.ts';

/** Requests a link to a new password; the answer is the same for every address (Q7). */
export function askForLink(forgotten: ForgottenPassword): Promise<void> {
  return post('auth/forgot_password/', forgotten, { signsIn: true });
}

/** Rejects with `reset_link_expired` if the link to a new password no longer works. */
export function checkResetLink(link: LinkCheck): Promise<CheckedLink> {
  return post('auth/reset_password/check/', link, { signsIn: true });
}

/** Sets a new password with the token of the link. Ends every session of the person. */
export function resetPassword(reset: PasswordReset): Promise<void> {
  return post('auth/reset_password/', reset, { signsIn: true });
}

/** Sets the signed-in person's new password. Ends their other sessions. */
export function changePassword(change: PasswordChange): Promise<void> {
  return post('auth/change_password/', change);
}
