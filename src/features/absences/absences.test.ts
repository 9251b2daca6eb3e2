import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Absence, AbsencePreview } from '../../../contract/absences.ts';
import type { Me } from '../../../contract/auth.ts';
import type { FreeInterpreter } from '../../../contract/reservations.ts';
import { absence } from '../../../tests/support/absence.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { mari } from '../../../tests/support/person.ts';
import { backendOfFile, chooseAct, findPage, openSignedIn, testTenant } from '../../../tests/support/renderApp.ts';
import { hearing } from '../../../tests/support/reservation.ts';

const backend = backendOfFile();

const illness: Absence = {
  ...absence,
  kind: 'illness',
  note: 'Flu',
  state: 'reported',
  undecided: 2,
  can: { update: true, decide: true, approve: false, refuse: false, take_back: true },
};

const interpreter: Me = {
  ...manager,
  id: mari.id,
  role: 'interpreter',
  verdicts: { ...manager.verdicts, overview: 'own', users: false, roles: [] },
};

const eve: FreeInterpreter = {
  interpreter: '00000000000000000000000e',
  interpreter_name: 'Eve Kask',
  group: 'ready',
  obstacle: null,
  in_the_way: null,
  preferred_by: null,
  response: null,
  shift: '00000000000000000000000f',
  score: 80,
  reasons: [],
};

const booking = (id: string, name: string) => ({ ...hearing, id, name, status: 'approved' as const });
const bookings = [booking('a'.repeat(24), 'Court hearing'), booking('b'.repeat(24), 'Visit')];

const previewOf = (replacements: (FreeInterpreter | null)[]): AbsencePreview => ({
  from: illness.from,
  to: illness.to,
  shifts: [],
  called_off: [],
  bookings: bookings.map((reservation, at) => ({
    reservation,
    people: [mari.id],
    replacement: replacements[at] ?? null,
    ready: replacements[at] ? 1 : 0,
  })),
});

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  await openSignedIn(path, backend, options);
  await findPage();
  return userEvent.setup();
}

beforeEach(() => {
  backend.answers.set('GET absences/', { body: { count: 1, results: [illness] } });
  backend.answers.set(`GET absences/${illness.id}/`, { body: illness });
  backend.answers.set('GET interpreters/free/', { body: { count: 0, impossible: 0, results: [] } });
  backend.answers.set('POST absences/preview/', { body: previewOf([eve, null]) });
});

const list = () => within(screen.getByRole('main'));
const bodies = (path: string) =>
  backend
    .callsTo(path)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body);

test('planners see who is absent when, and how many bookings wait for a decision', async () => {
  await open('/dashboard/absences');
  const row = await list().findByRole('row', { name: /Mari Tamm/ });
  for (const fact of ['Mon 04-05-2099 – Tue 05-05-2099', 'Illness', 'Reported', 'To decide: 2'])
    expect(row).toHaveTextContent(fact);
  expect(list().getByRole('link', { name: 'Add absence' })).toBeInTheDocument();
});

test('a refused absence is listed until its time is over', async () => {
  const refused = { ...illness, kind: 'leave', state: 'refused', undecided: null } as const;
  backend.answers.set('GET absences/', ({ query }) => {
    const states = new URLSearchParams(query).getAll('state[]');
    const results = states.length === 0 || states.includes('refused') ? [refused] : [];
    return { body: { count: results.length, results } };
  });
  await open('/dashboard/absences');
  expect(await list().findByRole('row', { name: /Mari Tamm/ })).toHaveTextContent('Refused');
});

test.each([
  ['Mon 04-05-2099', { date_to: '2099-05-04' }],
  ['Mon 04-05-2099, 00:00–12:00', { date_to: '2099-05-04', time_to: '12:00' }],
  ['Mon 04-05-2099, 12:00–24:00', { date_to: '2099-05-04', time_from: '12:00' }],
  ['Mon 04-05-2099, 09:00–12:00', { date_to: '2099-05-04', time_from: '09:00', time_to: '12:00' }],
  ['Mon 04-05-2099 – Tue 05-05-2099 12:00', { time_to: '12:00' }],
  ['Mon 04-05-2099 12:00 – Tue 05-05-2099 24:00', { time_from: '12:00' }],
])('the time of an absence is written as %s', async (when, terms) => {
  backend.answers.set('GET absences/', { body: { count: 1, results: [{ ...illness, ...terms }] } });
  await open('/dashboard/absences');
  expect(await list().findByRole('cell', { name: when })).toBeInTheDocument();
});

test('an interpreter reports illness in two steps, and reads before who is told and what it takes from them', async () => {
  const user = await open('/dashboard/absences', { user: interpreter });
  await user.click(await list().findByRole('link', { name: 'Report illness' }));
  expect(await screen.findByText(/2 of your bookings are in this time/)).toHaveTextContent(
    'The people who plan are told at once.',
  );
  backend.answers.set('POST absences/', { status: 201, body: illness });
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(await screen.findByText('The illness is reported')).toBeInTheDocument();
  expect(bodies('absences/')).toMatchObject([{ kind: 'illness', time_from: null, time_to: null, note: null }]);
  expect(bodies('absences/')[0]).not.toHaveProperty('decisions');
});

test('a planner decides all bookings of somebody who is ill in one act, with the proposed people', async () => {
  const user = await open(`/dashboard/absences/${illness.id}`);
  await user.click(await screen.findByRole('button', { name: 'Decide bookings' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Who takes over from Mari Tamm?' }));
  expect(await dialog.findByRole('row', { name: /Court hearing/ })).toHaveTextContent('Eve Kask takes it');
  backend.answers.set(`POST absences/${illness.id}/decide/`, { body: { ...illness, undecided: 0 } });
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Decide bookings' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Decide bookings' }));
  expect(await screen.findByText('Replaced: 1 · left short: 1')).toBeInTheDocument();
  expect(bodies(`absences/${illness.id}/decide/`)).toEqual([
    {
      decisions: [
        { reservation: 'a'.repeat(24), outcome: 'replace', interpreter: eve.interpreter },
        { reservation: 'b'.repeat(24), outcome: 'short' },
      ],
    },
  ]);
});

test('a planner refuses a request after a question that says who is told', async () => {
  const can = { update: true, decide: false, approve: true, refuse: true, take_back: true };
  const request: Absence = { ...illness, kind: 'leave', state: 'requested', undecided: null, can };
  backend.answers.set(`GET absences/${illness.id}/`, { body: request });
  const user = await open(`/dashboard/absences/${illness.id}`);
  await chooseAct(user, 'Refuse');
  const question = within(await screen.findByRole('alertdialog', { name: 'Refuse the absence of Mari Tamm?' }));
  expect(question.getByText('The person is told.')).toBeInTheDocument();
  backend.answers.set(`POST absences/${illness.id}/refuse/`, { body: { ...request, state: 'refused' } });
  await user.click(question.getByRole('button', { name: 'Refuse' }));
  expect(await screen.findByText('The absence is refused')).toBeInTheDocument();
});

test('taking an absence back says which shifts count again, and puts back those called off since that are possible', async () => {
  const times = { date: '2099-05-04', time_from: '09:00', time_to: '12:00' };
  const [morning, noon, evening, night] = ['1', '2', '3', '4'].map((digit) => digit.repeat(24));
  backend.answers.set('POST absences/preview/', {
    body: {
      ...previewOf([]),
      bookings: [],
      shifts: [],
      called_off: [
        { shift: { ...times, id: morning }, reasons: [], suggested: true },
        { shift: { ...times, id: noon, time_from: '12:00', time_to: '15:00' }, reasons: [], suggested: false },
        { shift: { ...times, id: evening, time_from: '18:00', time_to: '20:00' }, reasons: [], suggested: true },
        {
          shift: { ...times, id: night, time_from: '22:00', time_to: '06:00' },
          reasons: ['shift_overlap'],
          suggested: true,
        },
      ],
    },
  });
  const user = await open(`/dashboard/absences/${illness.id}`);
  await chooseAct(user, 'Take back');
  const question = within(await screen.findByRole('alertdialog', { name: 'Take back the absence of Mari Tamm?' }));
  expect(await question.findByRole('switch', { name: 'Put back Mon 04-05-2099, 09:00–12:00' })).toBeChecked();
  expect(
    question.getByText(
      'Mon 04-05-2099, 22:00–06:00 +1 stays called off: This interpreter already has a shift for the chosen time.',
    ),
  ).toBeInTheDocument();
  // It was called off for another reason, before somebody was absent.
  expect(question.getByRole('switch', { name: 'Put back Mon 04-05-2099, 12:00–15:00' })).not.toBeChecked();
  await user.click(question.getByRole('switch', { name: 'Put back Mon 04-05-2099, 18:00–20:00' }));
  backend.answers.set(`POST absences/${illness.id}/take_back/`, { body: { ...illness, state: 'taken_back' } });
  await user.click(question.getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('The absence is taken back')).toBeInTheDocument();
  expect(bodies(`absences/${illness.id}/take_back/`)).toEqual([{ put_back: [morning] }]);
});

test('a planner makes an absence longer, and decides what it newly takes away', async () => {
  const user = await open(`/dashboard/absences/${illness.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Mari Tamm' }));
  const last = dialog.getByRole('textbox', { name: 'Last day' });
  expect(last).toHaveValue('05-05-2099');
  await user.clear(last);
  await user.type(last, '07-05-2099');
  expect(await dialog.findByRole('row', { name: /Court hearing/ })).toHaveTextContent('Eve Kask takes it');
  backend.answers.set(`PATCH absences/${illness.id}/`, { body: { ...illness, date_to: '2099-05-07' } });
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The absence is changed')).toBeInTheDocument();
  const [call] = backend.callsTo(`absences/${illness.id}/`).filter(({ method }) => method === 'PATCH');
  expect(call?.headers['if-match']).toBe('"1"');
  expect(call?.body).toEqual({
    kind: 'illness',
    note: 'Flu',
    date_from: '2099-05-04',
    date_to: '2099-05-07',
    time_from: null,
    time_to: null,
    decisions: [
      { reservation: 'a'.repeat(24), outcome: 'replace', interpreter: eve.interpreter },
      { reservation: 'b'.repeat(24), outcome: 'short' },
    ],
  });
});

test('a refused report keeps what was typed, and says why', async () => {
  const user = await open('/dashboard/absences/create?kind=illness', { user: interpreter });
  const note = await screen.findByRole('textbox', { name: 'Note' });
  await user.type(note, 'Flu');
  backend.answers.set('POST absences/', problem('check_dates', { errors: { date_to: ['check_dates'] } }));
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect((await screen.findAllByText('Please check dates')).length).toBeGreaterThan(0);
  expect(note).toHaveValue('Flu');
});

test('without the flag there are no absences', async () => {
  const tenant = { ...testTenant, flags: { ...testTenant.flags, absences: false } };
  await open('/dashboard/absences', { tenant });
  expect(await screen.findByRole('heading', { name: /not found/i })).toBeInTheDocument();
});
