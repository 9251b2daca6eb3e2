import type { Registration, RegistrationConfirmation } from '../../contract/registration.ts';
import { post } from './http.ts';

/** Requests an account: a link is mailed to the address. */
export function register(registration: Registration): Promise<void> {
  return post('auth/register/', registration, { signsIn: true });
}

/** Confirms the address with the token of the link, and sets the password. */
export function confirmRegistration(confirmation: RegistrationConfirmation): Promise<void> {
  return post('auth/register/confirm/', confirmation, { signsIn: true });
}
