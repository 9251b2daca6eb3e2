import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { PlatformEventType } from '../../contract/platformNames.ts';

type Options = { method?: string; body?: object; etag?: string };

/** Calls the backend from a page, because the browser alone resolves the name of the deployment. */
async function callFrom(page: Page, path: string, headers: Record<string, string>, { method = 'GET', body }: Options) {
  const asked = { path, method, headers, body: body ? JSON.stringify(body) : null };
  const answer = await page.evaluate(async ({ path: below, ...given }) => {
    const response = await fetch(`/api/${below}`, given);
    return { isOk: response.ok, text: await response.text() };
  }, asked);
  expect([path, answer.isOk ? '' : answer.text]).toEqual([path, '']);
  return answer.text;
}

/** Calls the backend as the person signed in on the page. */
export async function call<Answer>(page: Page, path: string, options: Options = {}): Promise<Answer> {
  const { token }: { token: string } = JSON.parse(await page.evaluate(() => localStorage.getItem('auth') ?? ''));
  const headers = {
    Authorization: `Token ${token}`,
    ...(options.body && { 'Content-Type': 'application/json' }),
    ...(options.etag !== undefined && { 'If-Match': options.etag }),
  };
  const text = await callFrom(page, path, headers, options);
  return text ? JSON.parse(text) : (null as Answer);
}

/** A video platform that the owner signed in on the page has connected. It reports events that happen now. */
export async function platformFrom(page: Page) {
  const account = { name: 'Video platform', scopes: ['platform'], days: 30 };
  const { secret } = await call<{ secret: string }>(page, 'service_accounts/', { method: 'POST', body: account });
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/cloudevents+json' };
  return async (type: PlatformEventType, subject: string, data: object, time = new Date()) => {
    const body = {
      specversion: '1.0',
      id: randomUUID(),
      source: 'https://video.example',
      type,
      subject,
      time: time.toISOString(),
      datacontenttype: 'application/json',
      data,
    };
    const answer = JSON.parse(await callFrom(page, 'platform/events/', headers, { method: 'POST', body }));
    expect(answer.results).toEqual([expect.objectContaining({ status: 'accepted' })]);
  };
}
