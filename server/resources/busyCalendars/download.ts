import { callOut, type OutgoingAnswer, PrivateAddressError } from '../../outgoing.ts';
import { CalendarError } from './periods.ts';

/** The largest calendar that is read, in bytes. */
const maxBytes = 5 * 1024 * 1024;

/** Timeout of a download with its redirects, in milliseconds. */
const timeLimit = 15_000;

/** How many redirects are followed; each address is checked like the first one. */
const maxRedirects = 3;

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Statuses that may be others the next time: the host is busy or broken. */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 408;

async function call(target: URL, etag: string | null, signal: AbortSignal, mayBePrivate: boolean) {
  if (target.protocol !== 'https:' && !(mayBePrivate && target.protocol === 'http:'))
    throw new CalendarError('calendar_not_https');
  const headers = {
    accept: 'text/calendar, */*;q=0.1',
    'user-agent': 'signboard-calendars',
    ...(etag === null ? {} : { 'if-none-match': etag }),
  };
  try {
    return await callOut(target, { headers, signal, most: maxBytes + 1 }, { mayBePrivate });
  } catch (cause) {
    const code = cause instanceof PrivateAddressError ? 'private_address' : 'calendar_unreachable';
    throw new CalendarError(code, cause);
  }
}

const targetOf = ({ headers }: OutgoingAnswer, from: URL): URL => {
  const location = headers.get('location') ?? '';
  if (!URL.canParse(location, from.href)) throw new CalendarError('calendar_refused');
  return new URL(location, from);
};

/** A calendar of another host: its bytes and their ETag; `bytes` is null if it has not changed since `etag`. */
export type Download = { bytes: Buffer | null; etag: string | null };

/**
 * Reads a calendar from an address that somebody has entered.
 * @param options.etag the ETag of the version that is known; null if none is
 * @param options.mayBePrivate whether the address may be in a private network, and without TLS
 * @throws CalendarError calendar_not_https, private_address, calendar_unreachable, calendar_refused, calendar_too_large
 */
export async function download(
  address: URL,
  { etag, mayBePrivate }: { etag: string | null; mayBePrivate: boolean },
): Promise<Download> {
  const signal = AbortSignal.timeout(timeLimit);
  let target = address;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const answer = await call(target, etag, signal, mayBePrivate);
    if (answer.status === 304 && etag !== null) return { bytes: null, etag };
    if (answer.status >= 200 && answer.status < 300) {
      if (answer.body.length > maxBytes) throw new CalendarError('calendar_too_large');
      return { bytes: answer.body, etag: answer.headers.get('etag') };
    }
    if (!redirects.includes(answer.status))
      throw new CalendarError(isPassing(answer.status) ? 'calendar_unreachable' : 'calendar_refused');
    target = targetOf(answer, target);
  }
  throw new CalendarError('calendar_refused');
}
