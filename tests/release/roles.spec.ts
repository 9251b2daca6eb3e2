import type { Page } from 'playwright/test';
import type { StaffRole } from '../../contract/roles.ts';
import { groupEntries } from '../../src/crud/openFeatures.ts';
import { editHref, paths } from '../../src/paths.ts';
import { enter, expect, test } from '../support/browser.ts';
import { featuresOf, navigate, screensOf, visitFeatures } from '../support/screens.ts';
import { say } from '../support/words.ts';

/** The result of opening an address: the page, an access error, or a page that does not exist. */
type Outcome = 'page' | 'refused' | 'nothing';

/**
 * The result for each role (Q26); for pages of one record it is a record that the owner
 * opened.
 */
const everybody = { interpreter: 'page', manager: 'page', owner: 'page' } as const;
const office = { interpreter: 'refused', manager: 'page', owner: 'page' } as const;
const ownerAlone = { interpreter: 'refused', manager: 'refused', owner: 'page' } as const;
/** The pages of a person besides their profile. */
const personPages = [
  'shifts',
  'reservations',
  'requests',
  'feedback',
  'sign-ins',
  'national-ids',
  'work-accounts',
  'absences',
] as const;

/** The page of a record that interpreters read only if it is their own: another person's does not exist for them. */
const ofSomebodyElse = { interpreter: 'nothing', manager: 'page', owner: 'page' } as const;

/** The pages of records that everybody reads and managers write. */
const masterData = (place: string) => ({
  [place]: everybody,
  [`${place}/create`]: office,
  [`${place}/:id`]: everybody,
  [`${place}/:id/edit`]: everybody,
});

const outcomes: Record<string, Record<StaffRole, Outcome>> = {
  '/dashboard': everybody,
  '/dashboard/calendar': everybody,
  '/dashboard/calendar/create': everybody,
  '/dashboard/online': everybody,
  '/dashboard/online/:id': ofSomebodyElse,
  '/dashboard/online/:id/edit': ofSomebodyElse,
  '/dashboard/offline': everybody,
  '/dashboard/offline/:id': ofSomebodyElse,
  '/dashboard/offline/:id/edit': ofSomebodyElse,
  '/dashboard/reservations': everybody,
  '/dashboard/reservations/create': office,
  '/dashboard/reservations/plan': office,
  '/dashboard/reservations/:id': ofSomebodyElse,
  '/dashboard/reservations/:id/edit': ofSomebodyElse,
  '/dashboard/reservations/blocking-reservations/shift/:id': ofSomebodyElse,
  '/dashboard/reservations/blocking-reservations/schedule/:id': ofSomebodyElse,
  '/dashboard/absences': everybody,
  '/dashboard/absences/create': everybody,
  '/dashboard/absences/:id': ofSomebodyElse,
  '/dashboard/feedback': everybody,
  '/dashboard/feedback/:id': ofSomebodyElse,
  '/dashboard/reports': everybody,
  '/dashboard/users': office,
  '/dashboard/users/create': office,
  '/dashboard/users/:id': office,
  '/dashboard/users/:id/edit': office,
  '/dashboard/users/approvals': office,
  ...Object.fromEntries(personPages.map((page) => [`/dashboard/users/:id/${page}`, office])),
  ...masterData('/dashboard/departments'),
  ...masterData('/dashboard/partners'),
  ...masterData('/dashboard/partners/:partner/venues'),
  ...masterData('/dashboard/partners/:partner/videos'),
  '/dashboard/partners/:partner/users': office,
  '/dashboard/partners/:partner/users/create': office,
  ...masterData('/dashboard/partners/categories'),
  ...masterData('/dashboard/contacts'),
  ...masterData('/dashboard/sliders'),
  '/dashboard/sliders/order': office,
  ...masterData('/dashboard/closure'),
  '/dashboard/closure/order': office,
  '/dashboard/queues': office,
  '/dashboard/audit': ownerAlone,
  '/dashboard/security': ownerAlone,
  '/dashboard/privacy': ownerAlone,
  '/dashboard/privacy/:id': ownerAlone,
  '/dashboard/service-accounts': ownerAlone,
  '/dashboard/webhooks': ownerAlone,
  '/dashboard/webhooks/:id': ownerAlone,
  '/dashboard/imports': ownerAlone,
  '/dashboard/imports/:id': ownerAlone,
  '/dashboard/calendar-feeds': everybody,
  '/dashboard/notifications': everybody,
  '/dashboard/notifications/settings': everybody,
  '/dashboard/users/:id/privacy': ownerAlone,
  '/dashboard/retention': ownerAlone,
  '/dashboard/setup': everybody,
  '/dashboard/administration': everybody,
  '/dashboard/versions': everybody,
  '/dashboard/reset-password': everybody,
  '/dashboard/email': everybody,
  '/dashboard/sign-in': everybody,
  '/dashboard/national-ids': everybody,
  '/dashboard/work-accounts': everybody,
};

async function outcomeOf(page: Page): Promise<Outcome> {
  const heading = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '';
  if (heading === say('en', 'app:errorTitle')) {
    await expect(page.getByRole('main')).toContainText(say('en', 'errors:forbidden'));
    return 'refused';
  }
  if ([say('en', 'app:notFoundTitle'), say('en', 'crud:gone')].includes(heading)) return 'nothing';
  if (heading !== say('en', 'reservations:blocked')) return 'page';
  // The heading is rendered before the obstacles are known.
  const isGone = page
    .getByText(say('en', 'errors:schedule_not_found'))
    .or(page.getByText(say('en', 'errors:not_found')));
  const answer = page.getByRole('table').or(page.getByText(say('en', 'reservations:nothingBlocks')));
  await isGone.or(answer).first().waitFor();
  return (await isGone.count()) > 0 ? 'nothing' : 'page';
}

/** Calls the backend as the person signed in on the page. */
async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  const { status, body } = await page.evaluate(async (asked) => {
    const { token }: { token: string } = JSON.parse(localStorage.getItem('auth') ?? '');
    const answer = await fetch(`/api/${asked}`, { headers: { Authorization: `Token ${token}` } });
    return { status: answer.status, body: await answer.text() };
  }, path);
  expect(status, path).toBe(200);
  return JSON.parse(body);
}

type Listed = { results: { id: string; interpreter?: string | null; person?: string }[] };

/**
 * With the owner's page: addresses of records of others than the interpreter `me`. With the page of `me`: their own.
 */
async function recordsOf(page: Page, me: string, whose: 'own' | 'others'): Promise<Map<string, string>> {
  const isWanted = (interpreters: (string | null)[]) => interpreters.includes(me) === (whose === 'own');
  const first = async (path: string) => {
    const { results } = await ask<Listed>(page, `${path}page_size=100`);
    const found = results.find(({ interpreter = null, person = interpreter }) => isWanted([person]));
    if (!found) throw new Error(`${path} has no record: ${whose}.`);
    return found.id;
  };
  const reservations = await ask<{ results: { id: string; interpreters: { id: string }[] }[] }>(
    page,
    'reservations/?page_size=100',
  );
  const reservation = reservations.results.find(({ interpreters }) => isWanted(interpreters.map(({ id }) => id)));
  const today = Date.now();
  const day = (after: number) => new Date(today + after * 86_400_000).toISOString().slice(0, 10);
  const shifts = await ask<{ results: { id: string; schedule: string; interpreter: string }[] }>(
    page,
    `shifts/?from_day=${day(-20)}&to_day=${day(20)}`,
  );
  const shift = shifts.results.find(({ interpreter }) => isWanted([interpreter]));
  if (!reservation || !shift) throw new Error(`There is no reservation or no shift: ${whose}.`);
  return new Map([
    [
      paths.onlineInterpretation.pattern,
      paths.onlineInterpretation.href({ id: await first('interpretations/?channel[]=online&') }),
    ],
    [
      paths.offlineInterpretation.pattern,
      paths.offlineInterpretation.href({ id: await first('interpretations/?channel[]=live&') }),
    ],
    [paths.absences.record.pattern, paths.absences.record.href({ id: await first('absences/?') })],
    [paths.feedback.record.pattern, paths.feedback.record.href({ id: await first('feedback/?') })],
    [paths.reservations.record.pattern, paths.reservations.record.href({ id: reservation.id })],
    [paths.shiftBlocked.pattern, paths.shiftBlocked.href({ id: shift.id })],
    [paths.scheduleBlocked.pattern, paths.scheduleBlocked.href({ id: shift.schedule })],
  ]);
}

test('each role opens its pages, and gets an access error at the others', async ({ browser, product, faults }) => {
  // Access errors are logged to the console, too.
  faults.expect(/forbidden|ApiError/);
  const screens = await screensOf('dashboard');
  const features = await featuresOf('dashboard');
  expect(screens.map(({ pattern }) => pattern).toSorted()).toEqual(Object.keys(outcomes).toSorted());

  const records = new Map<string, string>();
  const owner = await enter({ browser, product, faults }, 'dev');
  await owner.goto(product.urlOf('dev'));
  for (const folder of features.keys())
    await visitFeatures(owner, [folder], async ({ pattern }, path) => {
      expect([pattern, await outcomeOf(owner)]).toEqual([pattern, outcomes[pattern]?.owner]);
      records.set(pattern, path);
    });
  const pages = {
    interpreter: await enter({ browser, product, faults }, 'dev', { who: 'interpreter' }),
    manager: await enter({ browser, product, faults }, 'dev', { who: 'manager' }),
  };
  for (const page of Object.values(pages)) await page.goto(product.urlOf('dev'));
  const { id: me } = await ask<{ id: string }>(pages.interpreter, 'auth/me/');
  for (const [pattern, path] of await recordsOf(owner, me, 'others')) {
    records.set(pattern, path);
    records.set(editHref(pattern), editHref(path));
  }
  const customers = await ask<Listed>(owner, 'users/?role[]=deaf&page_size=1');
  const customer = { id: customers.results[0]?.id ?? '' };
  records.set(paths.users.record.pattern, paths.users.record.href(customer));
  for (const page of personPages)
    records.set(`/dashboard/users/:id/${page}`, `${paths.users.record.href(customer)}/${page}`);

  for (const role of ['interpreter', 'manager'] as const) {
    const page = pages[role];
    const open = [...features.values()].flatMap(({ nav }) => (nav && outcomes[nav.to]?.[role] === 'page' ? nav : []));
    const entries = groupEntries(open).flatMap((group) => group.entries.map(({ label }) => say('en', label)));
    const navigation = page.getByRole('navigation', { name: say('en', 'shell:navigation') });
    // A second link of an entry is its number of records that need attention.
    await expect(navigation.locator('li > a:first-child')).toHaveText(entries);
    let last: Outcome = 'page';
    const visit = async (path: string) => {
      // Access errors look the same everywhere, so another page is opened in between.
      if (last !== 'page') await navigate(page, paths.versions.href());
      await navigate(page, path);
      last = await outcomeOf(page);
      return last;
    };
    for (const { pattern } of screens)
      expect([role, pattern, await visit(records.get(pattern) ?? pattern)]).toEqual([
        role,
        pattern,
        outcomes[pattern]?.[role],
      ]);
    if (role === 'interpreter')
      for (const [pattern, path] of await recordsOf(page, me, 'own'))
        expect(['own', pattern, await visit(path)]).toEqual(['own', pattern, 'page']);
    expect(await visit('/dashboard/nowhere')).toBe('nothing');
  }

  // Owners are hidden from managers.
  const { id: ownersId } = await ask<{ id: string }>(owner, 'auth/me/');
  await navigate(pages.manager, paths.versions.href());
  await navigate(pages.manager, paths.users.record.href({ id: ownersId }));
  expect(await outcomeOf(pages.manager)).toBe('nothing');
});
