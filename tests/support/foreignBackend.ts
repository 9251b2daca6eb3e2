import { type IncomingHttpHeaders, request } from 'node:http';
import type { Page } from 'playwright/test';

/** An answer as it goes to the page. */
type ForeignAnswer = { status: number; contentType: string; body: string };

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** What only our own backend says. */
const ours = new Set(['etag', 'can', 'verdicts']);

/** The same data without what only we have: nothing for null, null for an empty list, and fields that nobody asked for. */
function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field, part]) => !ours.has(field) && part !== null);
  const fields = Object.fromEntries(kept.map(([field, part]) => [field, rewritten(part)]));
  if ('id' in fields)
    Object.assign(fields, { pk: fields.id, hyperlink: 'https://django.example/', __str__: 'Object (1)' });
  if (!('results' in fields) || !Array.isArray(value.results)) return fields;
  // A list that is whole on one page does without its count.
  if (value.results.length === value.count) delete fields.count;
  return { ...fields, next: null, previous: null };
}

const htmlPage = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><h1>${title}</h1></html>`;

/** An answer of our backend with the habits of Django REST framework. */
function foreignAnswer(status: number, body: Json): ForeignAnswer {
  if (status < 400) return { status, contentType: 'application/json', body: JSON.stringify(rewritten(body)) };
  if (status === 404 || status >= 500)
    return {
      status,
      contentType: 'text/html; charset=utf-8',
      body: htmlPage(status === 404 ? 'Not Found' : 'Server Error'),
    };
  const { errors = null } = body as { errors?: Record<string, string[]> | null };
  const said = errors
    ? Object.fromEntries(Object.keys(errors).map((field) => [field, ['This value is not valid for Django.']]))
    : { detail: 'Django says no.' };
  return { status: errors ? 400 : status, contentType: 'application/json', body: JSON.stringify(said) };
}

type Call = { url: string; method: string; headers: Record<string, string>; body: Buffer | null };

/** Sends a call on to the local server: names below `localhost` are known to browsers alone. */
function sendOn({
  url,
  method,
  headers,
  body,
}: Call): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { port, host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: pathname + search,
        headers: { ...headers, host, 'accept-encoding': 'identity' },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}

/** Our backend wants to know of a change what it was made over, and Django does not: here the record is read anew for it. */
async function sendChange(call: Call) {
  const answer = await sendOn(call);
  if (answer.status !== 428) return answer;
  const [record = ''] = /^.*?\/api\/(?:partners\/\w+\/(?:venues|videos)\/\w+|\w+\/\w+)\//.exec(call.url) ?? [];
  const { authorization = '' } = call.headers;
  const read = await sendOn({ url: record, method: 'GET', headers: { authorization }, body: null });
  return sendOn({ ...call, headers: { ...call.headers, 'if-match': read.headers.etag ?? '' } });
}

/** Lets every call of a page be answered as a backend made with Django REST framework would answer it. */
export async function speakDjango(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const asked = route.request();
    const answer = await sendChange({
      url: asked.url(),
      method: asked.method(),
      headers: await asked.allHeaders(),
      body: asked.postDataBuffer(),
    });
    const type = answer.headers['content-type'] ?? '';
    await route.fulfill(
      /[/+]json\b/.test(type)
        ? foreignAnswer(answer.status, JSON.parse(answer.body.toString()) as Json)
        : { status: answer.status, contentType: type, body: answer.body },
    );
  });
}
