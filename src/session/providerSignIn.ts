import type { OtpChallenge } from '../../contract/auth.ts';
import type { OpenidCallback, OpenidStart } from '../../contract/openid.ts';
import { finishAt, type ProviderKind, startAt } from '#api/openid.ts';
import { ApiError } from '#api/problem.ts';
import { tabStorage } from '#lib/tabStorage.ts';
import { acceptAnswer } from './session.ts';
import { authKey } from './tokenStore.ts';

/** A sign-in at a provider of this tab that is not finished. */
type UnderWay = { openidToken: string; returnTo: string | null };

function isUnderWay(value: unknown): value is UnderWay {
  return typeof value === 'object' && value !== null && 'openidToken' in value && typeof value.openidToken === 'string';
}

/** Starts a sign-in. Returns the provider's address; stores `returnTo` until the callback. Throws `ApiError`. */
export async function beginAtProvider(
  kind: ProviderKind,
  start: OpenidStart,
  returnTo: string | null,
): Promise<string> {
  const { authorization_url, openidToken } = await startAt(kind, start);
  // Other protocols could run scripts in this page.
  if (!/^https?:$/.test(new URL(authorization_url).protocol)) throw new ApiError('openid_unavailable');
  tabStorage.set(authKey, JSON.stringify({ openidToken, returnTo } satisfies UnderWay));
  return authorization_url;
}

/** Returns the sign-in that this tab started, and removes it; null if there is none. */
export function takeUnderWay(): UnderWay | null {
  try {
    const kept: unknown = JSON.parse(tabStorage.take(authKey) ?? 'null');
    return isUnderWay(kept) ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Finishes a sign-in with the callback's parameters, and starts the session; or returns the challenge if a code is asked for first.
 * Throws `ApiError`.
 */
export async function finishAtProvider(kind: ProviderKind, callback: OpenidCallback): Promise<OtpChallenge | null> {
  return acceptAnswer(await finishAt(kind, callback));
}
