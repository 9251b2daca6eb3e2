import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Reservation } from '../../../contract/reservations.ts';
import { type FakeBackend, manager, problem, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

let backend: FakeBackend;
let close = () => undefined as void;

const interpreter = (name: string, more: Partial<Reservation['interpreters'][number]> = {}) => ({
  id: name.toLowerCase().padEnd(24, '0'),
  name,
  obstacle: null,
  response: 'asked' as const,
  responded: null,
  message: null,
  language_reason: null,
  booked_by_name: null,
  ...more,
});
const of: Reservation = {
  ...hearing,
  status: 'approved',
  interpreters_needed: 2,
  interpreters: [
    interpreter('Anna', { response: 'accepted', responded: '2024-04-30T08:00:00Z' }),
    interpreter('Bo', { obstacle: 'travel' }),
  ],
  customer: 'c'.repeat(24),
  customer_name: 'Ilmar Raag',
  no_interpreters_in_shift: false,
  uncovered: true,
  can: { ...hearing.can, approve: false, reject: false },
};

async function open(reservation: Reservation, options: Parameters<typeof openSignedIn>[2] = {}) {
  backend.answers.set(`GET reservations/${reservation.id}/`, { body: reservation });
  close = (await openSignedIn(`/dashboard/reservations/${reservation.id}`, backend, options)).close;
  await screen.findByRole('heading', { name: 'Court hearing', level: 1 });
  return userEvent.setup();
}
const main = () => within(screen.getByRole('main'));
const factsOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
const assigned = () => backend.callsTo(`reservations/${of.id}/assign/`).map(({ body }) => body);

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => {
  backend.reset();
  answerFree([eve]);
  backend.answers.set(`POST reservations/${of.id}/assign/`, { body: of });
});
afterEach(() => {
  close();
  localStorage.clear();
});

const eve = {
  interpreter: 'e'.repeat(24),
  interpreter_name: 'Eve',
  group: 'ready' as const,
  obstacle: null,
  in_the_way: null,
  preferred_by: null,
  response: null,
  shift: 's',
  score: 80,
  reasons: [
    { reason: 'shift' as const, points: 30, of: 30, value: 1 },
    { reason: 'travel' as const, points: 15, of: 20, value: 30 },
    { reason: 'load' as const, points: 18, of: 20, value: 180 },
    { reason: 'languages' as const, points: 15, of: 15, value: 1 },
    { reason: 'past_work' as const, points: 3, of: 15, value: 1 },
  ],
};
const needsShift = {
  ...eve,
  interpreter: 'f'.repeat(24),
  interpreter_name: 'Fred',
  group: 'needs_shift',
  obstacle: 'no_shift',
  shift: null,
};
const answerFree = (results: object[], impossible = 0) =>
  backend.answers.set('GET interpreters/free/', { body: { count: results.length, impossible, results } });
const more = async (user: ReturnType<typeof userEvent.setup>, act: string) => {
  await user.click(main().getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
};

const essentials = [
  ['When', 'Thursday 02-05-2024, 10:00–11:30 (1 hr\u00a030 mins)'],
  ['Where', 'On site, Pärnu mnt 7'],
  ['Customer', 'Ilmar Raag'],
  ['Interpreters', '2 of 2Anna Accepted, 30-04-2024 11:00On shiftBo Booked, not confirmed yetNot enough travel time'],
];

describe('a reservation', () => {
  test('that is over is a page to read, with links to its customer and partner', async () => {
    await open({
      ...of,
      is_past: true,
      uncovered: false,
      partner: 'd'.repeat(24),
      partner_name: 'City museum',
      can: { ...of.can, update: false, delete: false, cancel: false, assign: false },
    });
    expect(main().getByRole('link', { name: 'City museum' })).toHaveAttribute(
      'href',
      `/dashboard/partners/${'d'.repeat(24)}`,
    );
    expect(main().getByRole('link', { name: 'Ilmar Raag' })).toHaveAttribute(
      'href',
      `/dashboard/users/${'c'.repeat(24)}`,
    );
    for (const act of ['Edit', 'More actions', 'Approve'])
      expect(main().queryByRole('button', { name: act })).toBeNull();
    expect(main().queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  test('advises a team if it is long for one interpreter alone', async () => {
    await open({ ...of, interpreters_needed: 1, end: '2024-05-02T11:31:00+03:00' });
    expect(
      main()
        .getByText(/^One interpreter alone for/)
        .textContent?.replaceAll('\u00a0', ' '),
    ).toBe('One interpreter alone for 1 hr 31 mins: more than 1 hr 30 mins. A team of two is advised.');
  });

  test.each([
    ['it is not longer', { interpreters_needed: 1 }],
    ['it is for two', { interpreters_needed: 2, end: '2024-05-02T13:00:00+03:00' }],
    ['it is cancelled', { interpreters_needed: 1, end: '2024-05-02T13:00:00+03:00', status: 'cancelled' as const }],
  ])('advises no team if %s', async (_, changes) => {
    await open({ ...of, ...changes });
    expect(main().queryByText(/alone/)).toBeNull();
  });

  test('is read first: time, place with a map, and the ways to reach people', async () => {
    await open({ ...of, customer_phone: '+3725551234', customer_email: 'ilmar@example.org', note: 'Second floor' });
    const [first] = main().getAllByRole('region');
    if (!first) throw new Error('There is no part.');
    expect(first).toHaveTextContent(/Thursday 02-05-2024, 10:00–11:30/);
    expect(factsOf(first)).toEqual([
      ['Where', 'On site, Pärnu mnt 7 · Map'],
      ['Customer', 'Ilmar Raag+3725551234ilmar@example.org'],
      ['Note', 'Second floor'],
      ['Requested on', '29-04-2024 11:00'],
    ]);
    expect(within(first).getByRole('link', { name: 'Map' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/search?query=P%C3%A4rnu%20mnt%207',
    );
    expect(within(first).getByRole('link', { name: '+3725551234' })).toHaveAttribute('href', 'tel:+3725551234');
    expect(main().queryByRole('form')).toBeNull();
  });

  test('is changed in a form, which says who is asked again and told, and why it was not saved beside the button', async () => {
    backend.answers.set(`GET reservations/${of.id}/`, { body: of });
    backend.answers.set(`PATCH reservations/${of.id}/`, problem('reservation_overlap'));
    const user = await open(of);
    await user.click(main().getByRole('link', { name: 'Edit' }));
    await user.clear(await main().findByLabelText('From'));
    await user.type(main().getByLabelText('From'), '09:30');
    await user.tab();
    expect(await main().findByText('Asked again: Anna and Bo')).toBeInTheDocument();
    expect(main().getByText('Told: Ilmar Raag')).toBeInTheDocument();
    await user.click(main().getByRole('button', { name: 'Save' }));
    const reason = await main().findByRole('alert');
    expect(reason.parentElement).toHaveFocus();
    expect(reason.compareDocumentPosition(main().getByRole('button', { name: 'Save' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(main().getByLabelText('From')).toHaveValue('09:30');
  });

  test('tells partners of one name apart, and takes the address of a venue of the chosen one', async () => {
    const clinic = (letter: string, address: string, users: number) => ({
      id: letter.repeat(24),
      name: 'Clinic',
      address,
      users,
    });
    const results = [clinic('1', 'Tallinn', 0), clinic('2', 'Tartu', 40)];
    backend.answers.set('GET partners/', { body: { count: 2, results } });
    const venue = { id: '3'.repeat(24), name: 'Ward 4', address: 'Puusepa 8, Tartu' };
    backend.answers.set(`GET partners/${'2'.repeat(24)}/venues/`, { body: { count: 1, results: [venue] } });
    const user = await open(of);
    await user.click(main().getByRole('link', { name: 'Edit' }));
    await user.type(await main().findByLabelText('Partner'), 'Clinic');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'ClinicTallinn · Users: 0',
      'ClinicTartu · Users: 40',
    ]);
    await user.click(screen.getByRole('option', { description: /Tartu/ }));
    await user.click(await main().findByRole('button', { name: /Venue/ }));
    await user.click(await screen.findByRole('option', { name: 'Ward 4, Puusepa 8, Tartu' }));
    expect(main().getByLabelText('Address')).toHaveValue('Puusepa 8, Tartu');
  });

  test('is asked about with when, where and who', async () => {
    const user = await open(of);
    await more(user, 'Cancel reservation');
    const dialog = await screen.findByRole('dialog', { name: 'Cancel the reservation Court hearing?' });
    expect(factsOf(dialog)).toEqual(essentials);
    expect(within(dialog).getByText('People concerned: 3 (Anna, Bo, Ilmar Raag)')).toBeInTheDocument();
  });

  // R92
  test.each([
    [true, 1],
    [false, 0],
  ])('warns that no interpreters are in shift: %s', async (nobody, warnings) => {
    await open({ ...of, uncovered: false, no_interpreters_in_shift: nobody });
    expect(main().queryAllByText('No interpreters in shift')).toHaveLength(warnings);
  });

  test('without coverage shows the obstacle and what to do; another interpreter replaces the one who cannot come', async () => {
    const user = await open(of);
    expect(main().getAllByText('Approved')[0]?.parentElement).toHaveTextContent('ApprovedNot covered');
    expect(main().getByText('Approved, but not covered')).toBeInTheDocument();
    expect(main().getByText(/^Leave more time for the way/)).toBeInTheDocument();
    await user.click(await main().findByRole('button', { name: 'Replace Bo with Eve' }));
    await waitFor(() => expect(assigned()).toEqual([{ interpreters: [interpreter('Anna').id, 'e'.repeat(24)] }]));
  });

  test('that lacks somebody is approved with the best who is ready in one act, which says whom it tells', async () => {
    backend.answers.set(`POST reservations/${of.id}/approve/`, { body: { ...of, status: 'approved' } });
    const declined = interpreter('Bo', {
      response: 'declined',
      responded: '2024-04-30T08:00:00Z',
      message: 'I am ill',
    });
    const user = await open({
      ...of,
      status: 'pending',
      uncovered: false,
      languages: ['est', 'rus'],
      interpreters: [interpreter('Anna'), declined, interpreter('Cora', { response: 'offered' })],
      approve_refused: 'too_few_interpreters',
    });
    expect(main().getByText('I am ill')).toBeInTheDocument();
    expect(main().getByRole('button', { name: 'Ask again: Bo' })).toBeEnabled();
    expect(main().queryByRole('button', { name: 'Remove Bo' })).toBeNull();
    const facts = 'On shift · 30 mins away · 3 hrs that week · 1 of 2 languages · knows the customer';
    expect(await main().findByText(facts)).toBeInTheDocument();
    expect(await main().findByText('Told: Anna, Eve, Cora and Ilmar Raag')).toBeInTheDocument();
    await user.click(main().getByRole('button', { name: 'Approve with Eve' }));
    const approvals = () => backend.callsTo(`reservations/${of.id}/approve/`).map(({ body }) => body);
    await waitFor(() =>
      expect(approvals()).toEqual([{ answer: null, interpreters: [interpreter('Anna').id, 'e'.repeat(24)] }]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('for which nobody is ready says why it cannot be approved, and gets somebody a shift in one act', async () => {
    answerFree([needsShift], 1);
    backend.answers.set('POST schedules/', { body: {} });
    const pending = { ...of, status: 'pending' as const, uncovered: false, interpreters: [] };
    const user = await open({ ...pending, approve_refused: 'too_few_interpreters' });
    expect(await main().findByText('More interpreters are needed: 0 of 2 are assigned.')).toBeInTheDocument();
    expect(main().queryByRole('button', { name: /^Approve/ })).toBeNull();
    await user.click(await main().findByRole('button', { name: 'Add shift: Fred, 10:00–11:30' }));
    await waitFor(() =>
      expect(backend.callsTo('schedules/').map(({ body }) => body)).toMatchObject([
        {
          interpreter: needsShift.interpreter,
          date: '2024-05-02',
          time_from: '10:00',
          time_to: '11:30',
          location_type: 'site',
          address: 'Pärnu mnt 7',
          request_type: 'live',
          allowReservations: true,
        },
      ]),
    );
    const way = { kind: 'reservation', id: 'b'.repeat(24), name: 'Visit', from: of.start, to: of.end };
    answerFree([{ ...eve, group: 'impossible', obstacle: 'booked', in_the_way: way, shift: null }]);
    await user.click(main().getByRole('button', { name: 'Not possible: 1' }));
    expect(await main().findByText(/Booked for “Visit”, 10:00–11:30. Move one of the two/)).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Visit' })).toHaveAttribute('href', `/dashboard/reservations/${way.id}`);
  });

  test('says which limit of working time a shift for it would exceed, and that it is refused', async () => {
    const excess = [{ limit: 'hours_per_day', minutes: 660, bound: 600 }];
    answerFree([{ ...needsShift, excess }], 1);
    const user = await open({ ...of, status: 'pending' as const, interpreters: [] });
    const said = '11 hrs on this day, limit 10 hrs';
    expect(
      await main().findByText((text) => text.replaceAll('\u00a0', ' ').endsWith(` · ${said}`)),
    ).toBeInTheDocument();
    answerFree([{ ...needsShift, group: 'impossible', excess }]);
    await user.click(main().getByRole('button', { name: 'Not possible: 1' }));
    const list = within(await main().findByRole('list', { name: /Not possible/ }));
    expect((await list.findByText(/^Not on shift/)).textContent?.replaceAll('\u00a0', ' ').trim()).toBe(
      `Not on shift. With this shift the interpreter would exceed a limit of working time. ${said}`,
    );
  });

  test('says first who prefers somebody, and of whom they never want again how to take that back', async () => {
    answerFree([{ ...eve, preferred_by: 'customer' }], 1);
    const user = await open({ ...of, status: 'pending', interpreters: [] });
    expect(await main().findByText(/^Preferred by the customer · On shift/)).toBeInTheDocument();
    answerFree([{ ...eve, group: 'impossible', obstacle: 'never_again', shift: null }]);
    await user.click(main().getByRole('button', { name: 'Not possible: 1' }));
    const why = /The customer or partner never wants them again. Choose someone else, or take the wish back/;
    expect(await main().findByText(why)).toBeInTheDocument();
  });

  test('names who speaks none of its languages, whom planners may assign with a reason, and says it of whom nothing is recorded', async () => {
    const short = { ...of, status: 'pending' as const, interpreters: [], languages: ['est' as const] };
    const unknown = eve.reasons.map((reason) =>
      reason.reason === 'languages' ? { ...reason, points: 0, value: 0 } : reason,
    );
    answerFree([{ ...eve, reasons: unknown }], 1);
    const user = await open(short);
    expect(await main().findByText(/none of the languages known/)).toBeInTheDocument();
    const gus = {
      ...eve,
      interpreter: 'd'.repeat(24),
      interpreter_name: 'Gus',
      group: 'impossible',
      obstacle: 'language',
    };
    answerFree([gus]);
    await user.click(main().getByRole('button', { name: 'Not possible: 1' }));
    expect(
      await main().findByText(/Speaks none of the languages asked for. Add the language to their account/),
    ).toBeInTheDocument();
    await user.click(main().getByRole('button', { name: 'Assign Gus anyway' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Assign Gus, who speaks none of the languages asked for?' }),
    );
    expect(question.getByRole('button', { name: 'Assign' })).toBeDisabled();
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Knows the customer');
    const after = { ...short, interpreters: [interpreter('Gus', { language_reason: 'Knows the customer' })] };
    backend.answers.set(`GET reservations/${of.id}/`, { body: after });
    backend.answers.set(`POST reservations/${of.id}/assign/`, { body: after });
    await user.click(question.getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('Asked: Gus')).toBeInTheDocument();
    await screen.findByRole('main');
    expect(
      await main().findByText('Speaks none of the languages asked for. Reason: Knows the customer'),
    ).toBeInTheDocument();
    expect(assigned()).toEqual([
      {
        interpreters: [gus.interpreter],
        language_exceptions: [{ interpreter: gus.interpreter, reason: 'Knows the customer' }],
      },
    ]);
  });

  test('of a backend that knows no answers shows its interpreters without them', async () => {
    const interpreters = [{ id: interpreter('Anna').id, name: 'Anna' }] as Reservation['interpreters'];
    await open({ ...of, uncovered: false, interpreters });
    expect(main().getByText('Anna').closest('li')).toHaveTextContent('AnnaOn shift');
  });

  test('that is approved and full asks who makes way for somebody else, and says how many there would be', async () => {
    const anna = interpreter('Anna', { response: 'accepted' });
    const user = await open({ ...of, uncovered: false, interpreters: [anna, interpreter('Bo')] });
    await user.click(main().getByRole('button', { name: 'Find somebody' }));
    await user.click(await main().findByRole('button', { name: 'Assign Eve' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Assign Eve in place of somebody else?' }));
    await user.click(question.getByRole('button', { name: /Who is replaced/ }));
    const choices = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(choices).toEqual(['Anna', 'Bo', 'Nobody: 3 of 2']);
    await user.click(screen.getByRole('option', { name: 'Bo' }));
    await user.click(question.getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(assigned()).toEqual([{ interpreters: [anna.id, 'e'.repeat(24)] }]));
  });

  test('loses an interpreter only after a question, which can be undone for ten seconds', async () => {
    const user = await open(of);
    await user.click(main().getByRole('button', { name: 'Remove Bo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Bo from “Court hearing”?' }));
    expect(assigned()).toEqual([]);
    // By the clock of the server, which may be behind that of the browser.
    const undo_until = new Date(Date.now() - 60_000).toISOString();
    backend.answers.set(`POST reservations/${of.id}/assign/`, {
      body: { ...of, interpreters: [interpreter('Anna')], undo_until },
    });
    backend.answers.set(`POST reservations/${of.id}/undo/`, { body: of });
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(assigned()).toEqual([{ interpreters: [interpreter('Anna').id] }]));
    expect(await screen.findByText('Told in ten seconds: Anna, Bo and Ilmar Raag')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Nobody was told.')).toBeInTheDocument();
    expect(backend.callsTo(`reservations/${of.id}/undo/`)).toHaveLength(1);
  });

  test('is offered to the best three of those who are ready, and says whom this tells', async () => {
    const person = (name: string, response: string | null = null) => ({
      interpreter: name.toLowerCase().padEnd(24, '0'),
      interpreter_name: name,
      group: 'ready',
      obstacle: null,
      in_the_way: null,
      preferred_by: null,
      response,
      shift: 'f'.repeat(24),
      score: 80,
      reasons: [],
    });
    const ready = ['Una', 'Orri', 'Eva', 'Jon'].map((name) => person(name));
    answerFree([person('Ada', 'declined'), person('Ben', 'handed_back'), ...ready]);
    const start = new Date(Date.now() + 8 * 60 * 60_000).toISOString();
    const user = await open({ ...of, status: 'pending', interpreters: [], start });
    backend.answers.set(`POST reservations/${of.id}/offer/`, { body: { ...of, status: 'pending', interpreters: [] } });
    await user.click(await main().findByRole('button', { name: 'Offer …' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer “Court hearing”' }));
    expect(await dialog.findByText('Gets a message now: Una, Orri, Eva')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Offer it to everybody suitable' }));
    await user.click(dialog.getByRole('button', { name: 'Offer' }));
    await waitFor(() =>
      expect(backend.callsTo(`reservations/${of.id}/offer/`)[0]?.body).toMatchObject({
        interpreters: ready.slice(0, 3).map(({ interpreter: id }) => id),
        approves: true,
        next: 'everybody',
        message: null,
      }),
    );
  });

  test.each([
    ['form', 'Reject', 'dialog'],
    ['question', 'Delete', 'alertdialog'],
  ])('says that an act was refused, also if its %s was closed before', async (_, act, role) => {
    const refused = Promise.withResolvers<void>();
    const refuse = async () => {
      await refused.promise;
      return problem('reservation_past');
    };
    const user = await open({ ...of, status: 'pending', interpreters: [], can: { ...of.can, reject: true } });
    backend.answers.set(`POST reservations/${of.id}/reject/`, refuse);
    backend.answers.set(`DELETE reservations/${of.id}/`, refuse);
    await more(user, act);
    const dialog = await screen.findByRole(role, { name: `${act} Court hearing?` });
    await user.click(within(dialog).getByRole('button', { name: act }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    refused.resolve();
    expect(await screen.findByText(/This reservation is over/)).toBeInTheDocument();
  });

  test('keeps the message of an answer when somebody presses beside its dialog', async () => {
    const user = await open({ ...of, status: 'pending', interpreters: [], can: { ...of.can, reject: true } });
    await more(user, 'Reject');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Court hearing?' }));
    await user.type(dialog.getByRole('textbox'), 'We are full');
    await user.click(document.body);
    expect(dialog.getByRole('textbox')).toHaveValue('We are full');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  test('says so where it cannot be asked why somebody does not take it', async () => {
    const ene = { id: '9'.repeat(24), first_name: 'Ene', last_name: 'Ilves', email: 'ene@example.org' };
    backend.answers.set('GET users/', { body: { count: 1, results: [ene] } });
    backend.answers.set('GET interpreters/free/', ({ query }) =>
      query.includes('interpreter') ? problem('forbidden') : { body: { count: 0, impossible: 0, results: [] } },
    );
    const user = await open({ ...of, status: 'pending', interpreters: [] });
    await user.type(await main().findByRole('combobox', { name: 'Why not …?' }), 'Ene');
    await user.click(await screen.findByRole('option', { name: /Ene Ilves/ }));
    const answer = within(await main().findByRole('list', { name: 'Why, or why not' }));
    expect(await answer.findByText('Free interpreters could not be loaded')).toBeInTheDocument();
  });

  test('that is offered to an interpreter says until when they may accept', async () => {
    const { verdicts } = manager;
    const readOnly = { ...verdicts, collections: { ...verdicts.collections, reservations: 'read' as const } };
    const no = { update: false, delete: false, approve: false, reject: false, cancel: false, assign: false };
    const can = { ...no, offer: false, withdraw_offer: false, accept: true, decline: true, hand_back: false };
    const offer = { deadline: '2024-05-01T09:00:00Z', made: null, made_by_name: null, approves: null, next: null };
    const user = await open(
      { ...of, status: 'pending', uncovered: false, interpreters: [], can, offer },
      { user: { ...manager, role: 'interpreter', verdicts: readOnly } },
    );
    expect(main().getByText(/This reservation is offered to you\. .* Answer by .*12:00/)).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('If a place is still free, it is yours.');
  });

  test('is accepted or declined by an interpreter for themselves', async () => {
    const { verdicts } = manager;
    const readOnly = { ...verdicts, collections: { ...verdicts.collections, reservations: 'read' as const } };
    const no = { update: false, delete: false, approve: false, reject: false, cancel: false, assign: false };
    const can = { ...no, offer: false, withdraw_offer: false, accept: true, decline: true, hand_back: false };
    const user = await open(
      { ...of, status: 'pending', uncovered: false, can },
      { user: { ...manager, role: 'interpreter', verdicts: readOnly } },
    );
    expect(main().queryByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
    expect(main().getByRole('button', { name: 'Decline' })).toBeEnabled();
    await user.click(main().getByRole('button', { name: 'Accept' }));
    const dialog = await screen.findByRole('dialog', { name: 'Accept “Court hearing”?' });
    expect(dialog).toHaveTextContent('The people who plan decide about the reservation.');
    expect(dialog).not.toHaveTextContent('People concerned');
  });
});
