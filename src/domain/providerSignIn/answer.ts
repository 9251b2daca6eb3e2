import type { OpenidCallback } from '../../../contract/openid.ts';

/** The provider's answer in the callback address: parameters for the server, or an error. */
type ProviderAnswer =
  { callback: Omit<OpenidCallback, 'openidToken'>; error?: undefined } | { error: 'openid_denied' | 'openid_failed' };

/** Reads the provider's answer (RFC 6749, 4.1.2); null if the address has none. */
export function answerIn(search: URLSearchParams): ProviderAnswer | null {
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => search.get(name));
  if (error) return { error: error === 'access_denied' ? 'openid_denied' : 'openid_failed' };
  if (!code && !state) return null;
  if (!code || !state) return { error: 'openid_failed' };
  return { callback: { code, state, iss: iss || undefined } };
}
