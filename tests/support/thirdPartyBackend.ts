import { type IncomingHttpHeaders, request } from 'node:http';
import type { Page } from 'playwright/test';

/** A response as sent to the page. */
type DjangoResponse = { status: number; contentType: string; body: string };

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** Headers and fields that only our backend sends. */
const ownAdditions = new Set(['etag', 'can', 'verdicts', 'offers']);

/** The same data without our additions: null fields are omitted, empty lists are null, and unknown fields are added. */
function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field, part]) => !ownAdditions.has(field) && part !== null);
  const fields = Object.fromEntries(kept.map(([field, part]) => [field, rewritten(part)]));
  if ('id' in fields)
    Object.assign(fields, { pk: fields.id, hyperlink: 'https://django.example/', __str__: 'Object (1)' });
  if (!('results' in fields) || !Array.isArray(value.results)) return fields;
  // A list that fits on one page has no count.
  if (value.results.length === value.count) delete fields.count;
  return { ...fields, next: null, previous: null };
}

const htmlPage = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><h1>${title}</h1></html>`;

/** A response of our backend with the conventions of Django REST framework. */
function djangoResponse(status: number, body: Json): DjangoResponse {
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

/** Forwards a call to the local server: only browsers resolve names below `localhost`. */
function forward({
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

/** Our backend requires the version of a record for a change, which Django does not: it is read here. */
async function sendChange(call: Call) {
  const answer = await forward(call);
  if (answer.status !== 428) return answer;
  const [record = ''] = /^.*?\/api\/(?:partners\/\w+\/(?:venues|videos)\/\w+|\w+\/\w+)\//.exec(call.url) ?? [];
  const { authorization = '' } = call.headers;
  const read = await forward({ url: record, method: 'GET', headers: { authorization }, body: null });
  return forward({ ...call, headers: { ...call.headers, 'if-match': read.headers.etag ?? '' } });
}

/** Makes the backend of a page respond like one made with Django REST framework. */
export async function emulateDjango(page: Page): Promise<void> {
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
        ? djangoResponse(answer.status, JSON.parse(answer.body.toString()) as Json)
        : { status: answer.status, contentType: type, body: answer.body },
    );
  });
}
