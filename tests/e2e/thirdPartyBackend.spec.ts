import { expect, test } from '../support/browser.ts';
import { emulateDjango } from '../support/thirdPartyBackend.ts';
import { openForm } from '../support/screens.ts';

test(
  'field errors of such a backend are shown at the field, and a record without ETag can be saved',
  { tag: '@slow' },
  async ({ journeyOn }) => {
    const here = await journeyOn('dev', { needs: ['departments'] });
    const page = await here.enter();
    await emulateDjango(page);
    await page.goto(`${here.url}dashboard/departments/create`);
    const name = page.getByRole('textbox', { name: here.say('departments:name') });
    const refusal = { status: 400, json: { name: ['department with this name already exists.'] } };
    await page.route('**/api/departments/', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
    );
    await name.fill('Django department');
    await page.getByRole('button', { name: here.say('crud:create') }).click();
    await expect(name).toHaveAccessibleDescription(here.say('errors:not_accepted'));
    await expect(name).toHaveValue('Django department');
    await expect(page.getByText('already exists')).toHaveCount(0);

    await page.unroute('**/api/departments/');
    await page.getByRole('button', { name: here.say('crud:create') }).click();
    await expect(page).not.toHaveURL(/create$/);
    await page.goto(`${here.url}dashboard/departments?search=Django`);
    await page.getByRole('link', { name: 'Django department' }).click();
    await openForm(page);
    await name.fill('Django department, renamed');
    await page.getByRole('button', { name: here.say('crud:save') }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Django department, renamed');
    await page.reload();
    await expect(heading).toHaveText('Django department, renamed');
  },
);
