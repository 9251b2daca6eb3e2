import type { Session } from '../../contract/auth.ts';
import type { OpenidCallback, OpenidStart, OpenidStarted } from '../../contract/openid.ts';
import { post } from './http.ts';

/** Begins a sign-in with the national ID: where the browser goes, and what it keeps meanwhile. */
export function startOpenid(start: OpenidStart): Promise<OpenidStarted> {
  return post('auth/openid/start/', start, { signsIn: true });
}

/** Hands in what the provider sent back. Works once. */
export function finishOpenid(callback: OpenidCallback): Promise<Session> {
  return post('auth/openid/', callback, { signsIn: true });
}
