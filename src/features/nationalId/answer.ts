import type { OpenidCallback } from '../../../contract/openid.ts';

/** What the provider put into the address it led back to: what to hand in, or why there is nothing. */
type ProviderAnswer =
  { callback: Omit<OpenidCallback, 'openidToken'>; error?: undefined } | { error: 'openid_denied' | 'openid_failed' };

/** Reads the provider's answer (RFC 6749, 4.1.2); null in an address that it did not write. */
export function answerIn(search: URLSearchParams): ProviderAnswer | null {
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => search.get(name));
  if (error) return { error: error === 'access_denied' ? 'openid_denied' : 'openid_failed' };
  if (!code && !state) return null;
  if (!code || !state) return { error: 'openid_failed' };
  return { callback: { code, state, ...(iss ? { iss } : {}) } };
}
