import type { Session } from '../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../contract/openid.ts';
import { post } from './http.ts';

/** Starts a sign-in with the national ID: the provider's address, and the state that the browser stores meanwhile. */
export function startOpenid(start: OpenidStart): Promise<OpenidStarted> {
  return post('auth/openid/start/', start, { signsIn: true });
}

/** Finishes it with the parameters of the provider's callback. Works once. */
export function finishOpenid(callback: OpenidCallback): Promise<Session> {
  return post('auth/openid/', callback, { signsIn: true });
}
