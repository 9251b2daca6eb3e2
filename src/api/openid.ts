import type { LoginAnswer } from '../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../contract/openid.ts';
import type { ProviderLogout } from '../../contract/singleSignOn.ts';
import { get, post } from './http.ts';

/** The kinds of sign-in at a provider: with the national ID, and with a work account. */
export type ProviderKind = 'openid' | 'single_sign_on';

/** Starts a sign-in: the provider's address, and the state that the browser stores meanwhile. */
export function startAt(kind: ProviderKind, start: OpenidStart): Promise<OpenidStarted> {
  return post(`auth/${kind}/start/`, start, { signsIn: true });
}

/** Finishes it with the parameters of the provider's callback. Works once. */
export function finishAt(kind: ProviderKind, callback: OpenidCallback): Promise<LoginAnswer> {
  return post(`auth/${kind}/`, callback, { signsIn: true });
}

/** Where signing out continues at the provider of single sign-on. */
export function readProviderLogout(): Promise<ProviderLogout> {
  return get('auth/single_sign_on/logout/');
}
