import type { Page } from 'playwright/test';

/** Calls the server as the user of the page, outside of the page. */
export function callFrom<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: object,
  ifMatch?: string,
): Promise<Answer> {
  return page.evaluate(
    async (asked) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
      const response = await fetch(`/api/${asked.path}`, {
        method: asked.method,
        headers: {
          authorization: `Token ${token}`,
          ...(asked.body ? { 'content-type': 'application/json' } : {}),
          ...(asked.ifMatch ? { 'if-match': asked.ifMatch } : {}),
          ...(asked.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
        },
        ...(asked.body ? { body: JSON.stringify(asked.body) } : {}),
      });
      if (!response.ok) throw new Error(`${asked.method} ${asked.path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    { method, path, body, ifMatch },
  );
}
