import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { PlanLine, PlanPair } from '../../../contract/reservationPlans.ts';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { backendOfFile, findPage, openSignedIn } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

const backend = backendOfFile();
const planner = { ...manager, offers: [...manager.offers, 'plans' as const] };
const days = '/dashboard/reservations/plan?from=2099-11-23&to=2099-11-29';

const person = (letter: string, name: string): FreeInterpreter => ({
  interpreter: letter.repeat(24),
  interpreter_name: name,
  group: 'ready',
  obstacle: null,
  in_the_way: null,
  response: null,
  preferred_by: null,
  shift: 's'.repeat(24),
  score: 80,
  reasons: [
    { reason: 'shift', points: 30, of: 30, value: 1 },
    { reason: 'load', points: 18, of: 20, value: 180 },
  ],
});
const [una, orri, eve] = [person('a', 'Una Kask'), person('b', 'Orri Saar'), person('c', 'Eve Oja')];

const reservation = (number: number, name: string, more: Partial<Reservation>): Reservation => ({
  ...hearing,
  id: String(number).repeat(24),
  name,
  start: `2099-11-2${number + 3}T10:00:00+02:00`,
  end: `2099-11-2${number + 3}T11:30:00+02:00`,
  date: `2099-11-2${number + 3}`,
  ...more,
});
const court = reservation(1, 'Court', {
  status: 'approved',
  customer: 'd'.repeat(24),
  customer_name: 'Mari Tamm',
});
const doctor = reservation(2, 'Doctor', {});
const parents = reservation(3, 'Parents’ evening', {});

const line = (of: Reservation, interpreter: FreeInterpreter | null): PlanLine => ({
  reservation: of,
  interpreter,
  is_locked: false,
  ready: 1,
  obstacles: [],
});
const gap: PlanLine = {
  ...line(parents, null),
  asked_elsewhere: 1,
  needs_shift: 2,
  obstacles: [
    { obstacle: 'absent', people: 4 },
    { obstacle: 'booked', people: 3 },
  ],
};

type Asked = { locked: PlanPair[]; dropped: PlanPair[] };
const asked = () => backend.callsTo('reservations/plan/').at(-1)?.body as Asked;

/** Answers as the backend does: the locked stay, the dropped are proposed no more. */
function answerPlan(lines: readonly PlanLine[]) {
  backend.answers.set('POST reservations/plan/', ({ body }) => {
    const { locked, dropped } = body as Asked;
    const has = (pairs: PlanPair[], { reservation: { id }, interpreter }: PlanLine) =>
      pairs.some((pair) => pair.reservation === id && pair.interpreter === interpreter?.interpreter);
    const answered = lines.map((each) => {
      const chosen = locked.find((pair) => pair.reservation === each.reservation.id);
      const who = [una, orri, eve].find(({ interpreter }) => interpreter === chosen?.interpreter);
      if (who) return { ...each, interpreter: who, is_locked: true };
      return has(dropped, each) ? { ...each, interpreter: null } : each;
    });
    return { body: { lines: answered, left_off: 0 } };
  });
}

async function openPlan(lines = [line(court, una), line(doctor, orri), gap], path = days) {
  answerPlan(lines);
  await openSignedIn(path, backend, { user: planner });
  return { user: userEvent.setup(), page: await findPage() };
}

const row = (name: RegExp) => screen.findByRole('row', { name });

test('a plan has a row for each missing person, with what speaks for who is proposed, or why nobody is', async () => {
  const { page } = await openPlan();
  expect(await page.findByRole('heading', { name: 'Proposed interpreters' })).toBeInTheDocument();
  expect(await row(/^Court/)).toHaveTextContent(/Mari Tamm.*Una Kask.*On shift · 3 hrs that week/);
  expect(await row(/^Parents/)).toHaveTextContent(
    /Nobody.*Asked elsewhere: 1 · Need a shift: 2 · Absent: 4 · Booked elsewhere: 3/,
  );
  expect(page.getByRole('status')).toHaveTextContent('2 of 3 filled');
  expect(asked()).toEqual({ from: '2099-11-23', to: '2099-11-29', locked: [], dropped: [] });
});

test.each([
  ['2099-11-23', '2099-11-23', '2099-11-23'],
  ['2099-11-23', '2099-11-29', '2099-11-29'],
  ['2099-11-23', '2099-11-30', '2099-11-29'],
  ['2099-11-23', '2099-11-22', '2099-11-29'],
])('a plan from %s to %s has the days until %s: seven at most', async (from, to, last) => {
  await openPlan([line(court, una)], `/dashboard/reservations/plan?from=${from}&to=${to}`);
  await row(/^Court/);
  expect(asked()).toMatchObject({ from, to: last });
});

test('a row says which limits the shift exceeds, and that a team is advised', async () => {
  const excess = [{ limit: 'hours_per_day' as const, minutes: 660, bound: 600 }];
  await openPlan([line({ ...court, end: '2099-11-24T12:00:00+02:00' }, { ...una, excess }), line(doctor, orri)]);
  expect(await row(/^Court/)).toHaveTextContent(
    /3 hrs that week · 11 hrs on this day, limit 10 hrs · One interpreter alone for 2 hrs: more than 1 hr 30 mins/,
  );
  expect(await row(/^Doctor/)).not.toHaveTextContent(/limit|One interpreter/);
});

test('who is kept stays, who is left out is not proposed again, and a reload shows the same', async () => {
  const { user, page } = await openPlan();
  await user.click(await page.findByRole('button', { name: 'Keep: Court, Una Kask' }));
  await waitFor(() =>
    expect(page.getByRole('button', { name: /^Keep: Court/ })).toHaveAttribute('aria-pressed', 'true'),
  );
  await user.click(page.getByRole('button', { name: 'Leave out: Doctor, Orri Saar' }));
  expect(await page.findByRole('button', { name: 'Put back: Doctor, Orri Saar' })).toHaveFocus();
  expect(await row(/^Doctor/)).toHaveTextContent(/left out/);
  expect(page.getByRole('status')).toHaveTextContent('1 of 3 filled');
  await user.click(page.getByRole('button', { name: 'Compute again' }));
  await waitFor(async () => expect(await row(/^Doctor/)).toHaveTextContent('Nobody'));
  const decided = {
    locked: [{ reservation: court.id, interpreter: una.interpreter }],
    dropped: [{ reservation: doctor.id, interpreter: orri.interpreter }],
  };
  expect(asked()).toMatchObject(decided);
  await openPlan([line(court, una), line(doctor, orri), gap], location.pathname + location.search);
  expect(await row(/^Doctor/)).toHaveTextContent('Nobody');
  expect(asked()).toMatchObject(decided);
});

test('somebody else is chosen among those who are ready, and is kept', async () => {
  backend.answers.set('GET interpreters/free/', { body: { count: 1, impossible: 0, results: [eve] } });
  const { user, page } = await openPlan();
  await user.click(await page.findByRole('button', { name: 'Change: Court, Una Kask' }));
  await user.click(await screen.findByRole('button', { name: 'Choose Eve Oja' }));
  await waitFor(async () => expect(await row(/^Court/)).toHaveTextContent('Eve Oja'));
  expect(asked().locked).toEqual([{ reservation: court.id, interpreter: eve.interpreter }]);
});

test('all are assigned after one question that names who is told, and each row says what became of it', async () => {
  const pairs = [
    { reservation: court.id, interpreter: una.interpreter },
    { reservation: doctor.id, interpreter: orri.interpreter },
  ];
  const refusal = { code: 'interpreter_absent', values: {} };
  backend.answers.set('POST reservations/plan/apply/', {
    body: { results: pairs.map((pair, at) => ({ ...pair, refusal: at === 0 ? null : refusal })) },
  });
  const { user, page } = await openPlan();
  await user.click(await page.findByRole('button', { name: 'Assign all' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Assign all who are proposed (2)?' }));
  expect(question.getByText('Told (3): Una Kask, Mari Tamm and Orri Saar')).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Assign all' }));
  expect(await page.findByText('Assigned: Una Kask')).toBeInTheDocument();
  expect(await row(/^Doctor/)).toHaveTextContent('Not assigned: An interpreter is absent at this time.');
  expect(page.getByRole('button', { name: 'Change: Doctor, Orri Saar' })).toBeEnabled();
  expect(page.getByRole('status')).toHaveTextContent('Assigned: 1Not possible: 1');
  expect(page.getByRole('link', { name: 'Court' })).toHaveAttribute('href', `/dashboard/reservations/${court.id}`);
  expect(backend.callsTo('reservations/plan/apply/')[0]?.body).toEqual({ act: 'assign', lines: pairs });
  // Another plan is computed with what is so then: the refusal was of the one before.
  await user.click(page.getByRole('button', { name: 'Compute again' }));
  await waitFor(async () => expect(await row(/^Doctor/)).not.toHaveTextContent('Not assigned'));
  expect(page.getByText('Assigned: Una Kask')).toBeInTheDocument();
});

test('what was done can be undone for ten seconds: each row is open again, or says why it stays', async () => {
  const pairs = [
    { reservation: court.id, interpreter: una.interpreter },
    { reservation: doctor.id, interpreter: orri.interpreter },
  ];
  backend.answers.set('POST reservations/plan/apply/', () => ({
    body: {
      results: pairs.map((pair) => ({ ...pair, refusal: null })),
      // By the clock of the server, which may be behind that of the browser.
      undo_until: new Date(Date.now() - 60_000).toISOString(),
    },
  }));
  const refusal = { code: 'undo_too_late', values: {} };
  backend.answers.set('POST reservations/plan/undo/', {
    body: {
      results: pairs.map(({ reservation: id }, at) => ({ reservation: id, refusal: at === 0 ? refusal : null })),
    },
  });
  const { user, page } = await openPlan();
  await user.click(await page.findByRole('button', { name: 'Assign all' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Assign all' }));
  const toast = within(await screen.findByRole('alertdialog', { name: 'Assigned: 2' }));
  expect(toast.getByText('Told in ten seconds: 3')).toBeInTheDocument();
  await user.click(toast.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('alertdialog', { name: 'Not undone: 1' })).toBeInTheDocument();
  expect(await row(/^Court/)).toHaveTextContent(/Assigned: Una Kask.*Not undone: This can no longer be undone/);
  expect(await page.findByRole('button', { name: 'Change: Doctor, Orri Saar' })).toBeEnabled();
  expect(page.getByRole('status')).toHaveTextContent('2 of 3 filledAssigned: 1');
  expect(backend.callsTo('reservations/plan/undo/')[0]?.body).toEqual({ reservations: [court.id, doctor.id] });
});

test('only who is proposed hears of an offer of all', async () => {
  const { user, page } = await openPlan();
  await user.click(await page.findByRole('button', { name: 'Offer all' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('Told (2): Una Kask and Orri Saar')).toBeInTheDocument();
});

test('a plan of nothing says so and leads on; one that fails can be tried again', async () => {
  const { user, page } = await openPlan([]);
  expect(await page.findByText('Nobody is missing')).toBeInTheDocument();
  expect(page.getByRole('link', { name: 'Next seven days' })).toHaveAttribute(
    'href',
    '/dashboard/reservations/plan?from=2099-11-30&to=2099-12-06',
  );
  backend.answers.delete('POST reservations/plan/');
  await openSignedIn(days, backend, { user: planner });
  const failed = await findPage();
  expect(await failed.findByText('The plan could not be computed')).toBeInTheDocument();
  answerPlan([line(court, una)]);
  await user.click(failed.getByRole('button', { name: 'Try again' }));
  expect(await row(/^Court/)).toBeInTheDocument();
});

test('the reservations short of people, and the selected ones, lead to a plan, if the backend makes plans', async () => {
  backend.answers.set('GET reservations/', { body: { count: 1, results: [court] } });
  await openSignedIn('/dashboard/reservations?short=true', backend, { user: planner });
  const user = userEvent.setup();
  expect(await screen.findByRole('link', { name: 'Propose interpreters' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/dashboard\/reservations\/plan\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/),
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select Court' }));
  const links = await screen.findAllByRole('link', { name: 'Propose interpreters' });
  expect(links.map((link) => link.getAttribute('href'))).toContain(
    `/dashboard/reservations/plan?reservation=${court.id}`,
  );
  await openSignedIn('/dashboard/reservations?short=true', backend);
  await screen.findByRole('row', { name: /Court/ });
  expect(screen.queryByRole('link', { name: 'Propose interpreters' })).not.toBeInTheDocument();
});
