import type { Language } from '../../contract/languages.ts';
import type { OpenidCallback } from '../../contract/openid.ts';
import { finishOpenid, startOpenid } from '#api/openid.ts';
import { ApiError } from '#api/problem.ts';
import { tabStorage } from '#lib/tabStorage.ts';
import { accept } from './session.ts';
import { authKey } from './tokenStore.ts';

/** A sign-in with the national ID that is under way in this tab. */
type UnderWay = { openidToken: string; returnTo: string | null };

function isUnderWay(value: unknown): value is UnderWay {
  return typeof value === 'object' && value !== null && 'openidToken' in value && typeof value.openidToken === 'string';
}

/** Begins a sign-in. Answers where the browser has to go; `returnTo` is kept until it is back. Throws `ApiError`. */
export async function beginNationalId(language: Language, returnTo: string | null): Promise<string> {
  const { authorization_url, openidToken } = await startOpenid({ language });
  // Anything else would run as a script of this page.
  if (!/^https?:$/.test(new URL(authorization_url).protocol)) throw new ApiError('openid_unavailable');
  tabStorage.set(authKey, JSON.stringify({ openidToken, returnTo } satisfies UnderWay));
  return authorization_url;
}

/** Takes up the sign-in that this tab began; null when it began none, or has taken it up already. */
export function takeNationalId(): UnderWay | null {
  try {
    const kept: unknown = JSON.parse(tabStorage.take(authKey) ?? 'null');
    return isUnderWay(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Hands in what the provider sent back, and begins the session. Throws `ApiError`. */
export async function finishNationalId(callback: OpenidCallback): Promise<void> {
  accept(await finishOpenid(callback));
}
