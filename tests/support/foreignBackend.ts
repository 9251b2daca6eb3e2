import type { APIResponse, Page, Route } from 'playwright/test';

/** An answer as it goes to the page. */
export type ForeignAnswer = { status: number; contentType: string; body: string };

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** What only our own backend says. */
const ours = new Set(['etag', 'can', 'verdicts']);

/** The same data without what only we have: nothing for null, null for an empty list, and fields that nobody asked for. */
function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field, part]) => !ours.has(field) && part !== null);
  const fields = Object.fromEntries(kept.map(([field, part]) => [field, rewritten(part)]));
  if ('id' in fields) Object.assign(fields, { pk: fields.id, url: 'https://django.example/', __str__: 'Object (1)' });
  if (!('results' in fields) || !Array.isArray(value.results)) return fields;
  // A list that is whole on one page does without its count.
  if (value.results.length === value.count) delete fields.count;
  return { ...fields, next: null, previous: null };
}

const htmlPage = (title: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><h1>${title}</h1></html>`;

/** An answer of our backend with the habits of Django REST framework. */
export function foreignAnswer(status: number, body: Json): ForeignAnswer {
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

/** Our backend wants to know of a change what it was made over, and Django does not: here the record is read anew for it. */
async function matching(route: Route): Promise<APIResponse> {
  const request = route.request();
  const headers = await request.allHeaders();
  const sent = await route.fetch();
  if (sent.status() !== 428) return sent;
  const [record = ''] = /^.*?\/api\/\w+\/(?:[0-9a-z_]+\/(?:(?:venues|videos)\/\w+\/)?)?/.exec(request.url()) ?? [];
  const read = await route.fetch({ url: record, method: 'GET', postData: undefined });
  return route.fetch({ headers: { ...headers, 'if-match': read.headers().etag ?? '' } });
}

/** Lets every call of a page be answered as a backend made with Django REST framework would answer it. */
export async function speakDjango(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const answer = await matching(route);
    const type = answer.headers()['content-type'] ?? '';
    if (!/[/+]json\b/.test(type)) {
      await route.fulfill({ response: answer });
      return;
    }
    await route.fulfill(foreignAnswer(answer.status(), JSON.parse(await answer.text()) as Json));
  });
}
