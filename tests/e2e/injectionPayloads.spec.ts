import { expect, test } from '../support/browser.ts';
import { injectionPayloads } from '../support/injectionPayloads.ts';
import { expectLoaded } from '../support/screens.ts';

test('sixty injection payloads as names are listed unchanged', { tag: '@release' }, async ({ journeyOn }) => {
  const here = await journeyOn('stage');
  const page = await here.enter({ who: 'manager' });
  await page.goto(here.url);
  await expectLoaded(page);
  await page.evaluate(async (names) => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
    for (const [index, name] of names.entries())
      await fetch('/api/contacts/', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Token ${token}`,
          'Idempotency-Key': `hostile-text-${String(index).padStart(3, '0')}`,
        },
        body: JSON.stringify({ name, phoneNumber: '+3545812345' }),
      });
  }, injectionPayloads);
  await page.goto(`${here.url}dashboard/contacts?page_size=100`);
  await expectLoaded(page);
  const names = await page.getByRole('main').getByRole('row').getByRole('link').allTextContents();
  expect(names).toEqual(expect.arrayContaining(injectionPayloads.map((text) => text.normalize('NFC').trim())));
  const obeyed = await page.locator('main :is(script, style, img[src="x"], svg[onload], iframe)').count();
  expect(obeyed, 'no markup is executed').toBe(0);
});
