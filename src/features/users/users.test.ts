import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Affected } from '../../../contract/coverage.ts';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';
import type { User } from '../../../contract/users.ts';
import { type Call, manager, problem, sessionOf } from '../../../tests/support/fakeBackend.ts';
import { chooseAct, findPage, openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';
import { mari } from '../../../tests/support/person.ts';
import { hearing } from '../../../tests/support/reservation.ts';

const backend = backendOfFile();

const jaan: User = {
  ...mari,
  id: '00000000000000000000000b',
  email: 'jaan@example.org',
  first_name: 'Jaan',
  last_name: 'Kask',
  approval_status: 'approved',
};
const place = `/dashboard/users/${mari.id}`;
const form = `${place}/edit`;

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  await openSignedIn(path, backend, options);
  // The first page of a run compiles the whole shell.
  await findPage();
  return userEvent.setup();
}

const main = () => within(screen.getByRole('main'));
/** The decoded query of the newest call for the list. */
const asked = () =>
  decodeURIComponent(
    backend
      .callsTo('users/')
      .findLast(
        ({ method, query }) => method === 'GET' && !query.includes('page_size=1&') && !query.endsWith('page_size=1'),
      )?.query ?? '',
  );
const answerList = (results: User[], count = results.length) =>
  backend.answers.set('GET users/', { body: { count, results } });
const answerAffected = (affected: Partial<Affected>) =>
  backend.answers.set('GET users/affected/', {
    body: { reservations: [], pending: 0, shifts: 0, people: 0, ...affected },
  });
const answerRecord = (user: User) => backend.answers.set(`GET users/${user.id}/`, { body: user });

beforeEach(() => {
  backend.answers.set('GET departments/', { body: { count: 1, results: [{ id: 'd1', name: 'North' }] } });
  answerList([mari, jaan], 23);
  answerRecord(mari);
  answerAffected({});
});

describe('the list of users', () => {
  // R120
  test('has the required columns, and each row leads to its record', async () => {
    await open('/dashboard/users');
    const table = await main().findByRole('table', { name: 'Users' });
    await within(table).findByRole('link', { name: 'mari@example.org' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['E-mail', 'ID', 'Name', 'Created', 'Role', 'Approval']);
    const row = within(table).getByRole('row', { name: /mari@example.org/ });
    expect(within(row).getByRole('link')).toHaveAttribute('href', place);
    for (const shown of ['Tamm, Mari', '30-04-2024 13:00', 'Interpreter', 'Pending'])
      expect(within(row).getByText(shown)).toBeInTheDocument();
    expect(main().getByText('1–2 of 23')).toBeInTheDocument();
    expect(asked()).toBe('?page=1&page_size=10&ordering=-created');
  });

  test('has its state in the address, and Back restores the former state', async () => {
    const user = await open('/dashboard/users?page=2&role=manager,nobody&ordering=email&search=ta');
    await main().findByRole('link', { name: 'mari@example.org' });
    expect(asked()).toBe('?page=2&page_size=10&ordering=email&search=ta&role[]=manager');
    await user.click(main().getByRole('button', { name: 'Remove filter Role: Manager' }));
    await waitFor(() => expect(asked()).toBe('?page=1&page_size=10&ordering=email&search=ta'));
    await user.click(main().getByRole('button', { name: 'Approval' }));
    await waitFor(() =>
      expect(main().getByRole('columnheader', { name: 'Approval' })).toHaveAttribute('aria-sort', 'ascending'),
    );
    expect(location.search).toContain('ordering=approval_status');
    history.back();
    await waitFor(() => expect(location.search).not.toContain('approval_status'));
    history.back();
    await main().findByRole('button', { name: 'Remove filter Role: Manager' });
    expect(location.search).toContain('page=2');
  });

  test.each([
    ['a manager', manager, false],
    ['an owner', { ...manager, role: 'owner' } as const, true],
  ])('offers %s as filters only the roles whose people they see', async (_, me, seesOwners) => {
    const user = await open('/dashboard/users', { user: me });
    await user.click(await main().findByRole('button', { name: 'Filter' }));
    const roles = within(await screen.findByRole('group', { name: 'Role' }));
    expect(roles.getByRole('menuitemcheckbox', { name: 'Manager' })).toBeInTheDocument();
    expect(roles.queryByRole('menuitemcheckbox', { name: 'Owner' }) !== null).toBe(seesOwners);
  });

  test('searches while typing, and suggests what to do without matches', async () => {
    const user = await open('/dashboard/users');
    await main().findByRole('link', { name: 'mari@example.org' });
    backend.answers.set('GET users/', ({ query }) => ({
      body: query.includes('search') ? { count: 0, results: [] } : { count: 1, results: [mari] },
    }));
    await user.type(main().getByRole('searchbox', { name: 'Search' }), 'nobody ');
    expect(await main().findByRole('heading', { name: 'Nothing found' })).toBeInTheDocument();
    expect(asked()).toContain('search=nobody');
    await user.click(main().getByRole('button', { name: 'Show all' }));
    expect(await main().findByRole('link', { name: 'mari@example.org' })).toBeInTheDocument();
    expect(main().getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  test('hides columns and shows compact rows as in the address', async () => {
    await open('/dashboard/users?hide=id,created&density=compact');
    const table = await main().findByRole('table', { name: 'Users' });
    expect(within(table).queryByRole('columnheader', { name: 'ID' })).not.toBeInTheDocument();
    expect(within(table).getAllByRole('columnheader')).toHaveLength(4);
  });

  test('offers the next step if there are no users', async () => {
    answerList([]);
    await open('/dashboard/users');
    expect(await main().findByRole('heading', { name: 'No users yet' })).toBeInTheDocument();
    expect(main().getAllByRole('link', { name: 'Add user' })[0]).toHaveAttribute('href', '/dashboard/users/create');
  });

  test('shows a failure, and tries again', async () => {
    backend.answers.set('GET users/', problem('forbidden'));
    const user = await open('/dashboard/users');
    expect(await main().findByRole('heading', { name: 'The list could not be loaded' })).toBeInTheDocument();
    answerList([mari]);
    await user.click(main().getByRole('button', { name: 'Try again' }));
    expect(await main().findByRole('link', { name: 'mari@example.org' })).toBeInTheDocument();
  });

  // R102, R183
  test('deletes the selected users after a question, with a result for each', async () => {
    const user = await open('/dashboard/users');
    await user.click(await main().findByRole('checkbox', { name: 'Select mari@example.org' }));
    await user.click(main().getByRole('checkbox', { name: 'Select jaan@example.org' }));
    expect(main().getByText('Selected: 2')).toBeInTheDocument();
    backend.answers.set('POST users/bulk_delete/', {
      body: {
        results: [
          { id: mari.id, done: true, code: null },
          { id: jaan.id, done: false, code: 'last_owner' },
        ],
      },
    });
    await user.click(main().getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete 2 records?' });
    expect(question).toHaveTextContent('mari@example.org, jaan@example.org');
    await user.click(await enabled(within(question), 'Delete'));
    const report = await screen.findByRole('dialog', { name: 'Not everything could be deleted' });
    expect(
      within(report)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['mari@example.org Deleted', 'jaan@example.org At least one active owner has to remain.']);
    expect(backend.callsTo('users/bulk_delete/')[0]?.body).toEqual({ ids: [mari.id, jaan.id] });
  });

  test('offers the acts on a selected page one stop before it for the keyboard', async () => {
    const user = await open('/dashboard/users');
    await main().findByRole('link', { name: 'mari@example.org' });
    await user.click(main().getByRole('checkbox', { name: 'Select this page' }));
    await user.tab({ shift: true });
    expect(main().getByRole('button', { name: 'Delete' })).toHaveFocus();
  });

  test('offers adding and deleting only with the server’s permission', async () => {
    const verdicts = { ...manager.verdicts, collections: { ...manager.verdicts.collections, users: 'read' as const } };
    await open('/dashboard/users', { user: { ...manager, verdicts } });
    await main().findByRole('link', { name: 'mari@example.org' });
    expect(main().queryByRole('link', { name: 'Add user' })).not.toBeInTheDocument();
    expect(main().queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('the people who wait for approval', () => {
  const waiting = [mari, { ...mari, id: 'c'.repeat(24), email: 'ilmar@example.org', first_name: 'Ilmar' }];
  const queue = '/dashboard/users/approvals';
  const bulk = (act: string, results: { id: string; done: boolean; code: string | null }[]) =>
    backend.answers.set(`POST users/bulk_${act}/`, { body: { results } });

  test('are counted in the navigation, and listed with the longest waiting first', async () => {
    answerList(waiting, 7);
    backend.answers.set('GET reservations/', { body: { count: 0, results: [] } });
    const user = await open('/dashboard/versions');
    await user.click(await screen.findByRole('link', { name: 'Waiting for approval: 7' }));
    expect(await main().findByRole('heading', { name: 'Waiting for approval', level: 1 })).toBeInTheDocument();
    expect(location.pathname).toBe(queue);
    expect(await main().findByRole('link', { name: 'mari@example.org' })).toHaveAttribute(
      'href',
      `${place}?queue=approvals`,
    );
    expect(asked()).toBe('?page=1&page_size=10&ordering=created&approval_status[]=pending');
  });

  test('are approved together, with a line for each that could not be', async () => {
    answerList(waiting);
    const user = await open(queue);
    await main().findByRole('link', { name: 'mari@example.org' });
    await user.click(main().getByRole('checkbox', { name: 'Select this page' }));
    bulk('approve', [
      { id: waiting[0]!.id, done: true, code: null },
      { id: waiting[1]!.id, done: false, code: 'transition_refused' },
    ]);
    await user.click(main().getByRole('button', { name: 'Approve' }));
    const report = await screen.findByRole('dialog', { name: 'Not everyone could be approved' });
    expect(within(report).getAllByRole('listitem')[0]).toHaveTextContent('mari@example.org Approved');
    expect(within(report).getAllByRole('listitem')[1]).toHaveTextContent('ilmar@example.org');
    expect(backend.callsTo('users/bulk_approve/')[0]?.body).toEqual({ ids: waiting.map(({ id }) => id) });
  });

  test('are rejected together, for one reason', async () => {
    answerList(waiting);
    const user = await open(queue);
    await main().findByRole('link', { name: 'mari@example.org' });
    await user.click(main().getByRole('checkbox', { name: 'Select this page' }));
    bulk(
      'reject',
      waiting.map(({ id }) => ({ id, done: true, code: null })),
    );
    await user.click(main().getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject 2 people?' }));
    await user.type(dialog.getByLabelText(/Reason/), 'Unknown to us');
    await user.click(await enabled(dialog, 'Reject'));
    expect(await screen.findByText('Rejected: 2')).toBeInTheDocument();
    expect(backend.callsTo('users/bulk_reject/')[0]?.body).toEqual({
      ids: waiting.map(({ id }) => id),
      reason: 'Unknown to us',
    });
  });

  test('are answered one after the other: from each the page goes on to the next', async () => {
    answerList(waiting);
    answerRecord(waiting[1]!);
    const user = await open(`${place}?queue=approvals`);
    const bar = within(await main().findByRole('navigation', { name: 'Waiting for approval' }));
    expect(bar.getByText('1 of 2')).toBeInTheDocument();
    expect(bar.getByRole('link', { name: 'Next' })).toHaveAttribute(
      'href',
      `/dashboard/users/${waiting[1]!.id}?queue=approvals`,
    );
    backend.answers.set(`POST users/${mari.id}/approve/`, () => {
      answerList(waiting.slice(1));
      return { body: { ...mari, approval_status: 'approved' } };
    });
    await user.click(main().getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('heading', { name: 'Tamm, Ilmar', level: 1 })).toBeInTheDocument();
    expect(await screen.findByText('1 of 1')).toBeInTheDocument();
    backend.answers.set(`POST users/${waiting[1]!.id}/reject/`, () => {
      answerList([]);
      return { body: { ...waiting[1], approval_status: 'rejected' } };
    });
    await chooseAct(user, 'Reject');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject Ilmar Tamm?' }));
    await user.click(await enabled(dialog, 'Reject'));
    expect(await screen.findByRole('heading', { name: 'Nobody is waiting' })).toBeInTheDocument();
    expect(location.pathname).toBe(queue);
  });
});

describe('going from one person to the next', () => {
  const ilmar: User = { ...mari, id: 'c'.repeat(24), email: 'ilmar@example.org', first_name: 'Ilmar' };

  test('shows and saves the next, also where both are of the same version', async () => {
    answerList([mari, ilmar]);
    answerRecord(ilmar);
    backend.answers.set(`PATCH users/${ilmar.id}/`, { body: { ...ilmar, first_name: 'Ilmari', etag: '"2"' } });
    const user = await open(`${place}?queue=approvals`);
    await user.click(await main().findByRole('link', { name: 'Next' }));
    expect(await main().findByRole('heading', { name: 'Tamm, Ilmar', level: 1 })).toBeInTheDocument();
    await user.click(main().getByRole('link', { name: 'Edit' }));
    await rename(user, 'Ilmari');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await waitFor(() => expect(location.search).toBe('?queue=approvals'));
    const saved = backend.calls.filter(({ method }) => method === 'PATCH');
    expect(saved.map(({ path, body }) => [path, body])).toEqual([[`users/${ilmar.id}/`, { first_name: 'Ilmari' }]]);
  });
});

describe('adding a user', () => {
  test('marks empty required fields, sends once with an idempotency key, and opens the record', async () => {
    const user = await open('/dashboard/users/create');
    const add = await main().findByRole('button', { name: 'Add' });
    await user.click(add);
    expect(await main().findByText('4 fields need your attention')).toBeInTheDocument();
    await waitFor(() => expect(main().getByLabelText('First name')).toHaveFocus());
    await user.type(main().getByLabelText('First name'), 'Mari');
    await user.type(main().getByLabelText('Last name'), 'Tamm');
    await user.type(main().getByLabelText('E-mail'), 'mari@example.org');
    await user.type(main().getByLabelText('Last 4 digits of personal number'), '12a45');
    await user.tab();
    expect(main().getByText('The length should be 4 digits')).toBeInTheDocument();
    await user.clear(main().getByLabelText('Last 4 digits of personal number'));
    await user.click(main().getByRole('button', { name: /Choose/ }));
    // The signed-in manager may not assign the role of an owner.
    const choices = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    // Partners' people are added on the page of their partner.
    expect(choices).toEqual(['Interpreter', 'Deaf', 'Manager']);
    await user.click(screen.getByRole('option', { name: 'Interpreter' }));

    backend.answers.set('POST users/', problem('email_taken', { errors: { email: ['email_taken'] } }));
    await user.click(add);
    expect(await main().findByText('The email has already been used.')).toBeInTheDocument();
    await waitFor(() => expect(main().getByLabelText('E-mail')).toHaveFocus());

    backend.answers.set('POST users/', { status: 201, body: mari });
    await user.type(main().getByLabelText('E-mail'), '.ee');
    await user.dblClick(add);
    expect(await screen.findByText('Tamm, Mari was added')).toBeInTheDocument();
    await waitFor(() => expect(location.pathname).toBe(place));
    const [refused, taken, ...more] = backend.callsTo('users/').filter(({ method }) => method === 'POST');
    expect(more).toEqual([]);
    expect(taken?.body).toEqual({
      email: 'mari@example.org.ee',
      first_name: 'Mari',
      last_name: 'Tamm',
      role: 'interpreter',
      phone: null,
      personal_number_last4: null,
      department: null,
      language: null,
      languages: [],
      invite: true,
    });
    expect(taken?.headers['idempotency-key']).toMatch(/^[0-9a-f]{24}$/);
    expect(taken?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
  });

  test('sends an invitation unless it is switched off, and offers none to roles that cannot sign in', async () => {
    const user = await open('/dashboard/users/create');
    await main().findByLabelText('First name');
    const invitation = main().getByRole('switch', { name: /Send an invitation/ });
    expect(invitation).toBeChecked();
    const role = () => main().getByRole('button', { name: /Role/ });
    await choose(user, role(), 'Deaf');
    expect(main().queryByRole('switch', { name: /Send an invitation/ })).toBeNull();
    await choose(user, role(), 'Manager');
    await user.click(await main().findByRole('switch', { name: /Send an invitation/ }));
    await user.type(main().getByLabelText('First name'), 'Mari');
    await user.type(main().getByLabelText('Last name'), 'Tamm');
    await user.type(main().getByLabelText('E-mail'), 'mari@example.org');
    backend.answers.set('POST users/', { status: 201, body: mari });
    await user.click(main().getByRole('button', { name: 'Add' }));
    await screen.findByText('Tamm, Mari was added');
    expect(backend.callsTo('users/').find(({ method }) => method === 'POST')?.body).toMatchObject({
      role: 'manager',
      invite: false,
    });
  });

  test('has no department where the flag is off', async () => {
    await open('/dashboard/users/create', {
      tenant: { ...testTenant, flags: { ...testTenant.flags, departments: false } },
    });
    expect(await main().findByLabelText('First name')).toBeInTheDocument();
    expect(main().queryByRole('button', { name: /Department/ })).not.toBeInTheDocument();
    expect(backend.callsTo('departments/')).toEqual([]);
  });
});

/** The button of a dialog, once the effects of the action are loaded and it is enabled. */
async function enabled(dialog: ReturnType<typeof within>, name: string) {
  await waitFor(() => expect(dialog.getByRole('button', { name })).toBeEnabled());
  return dialog.getByRole('button', { name });
}

/** Chooses an option of a select. */
async function choose(user: ReturnType<typeof userEvent.setup>, button: HTMLElement, name: string | RegExp) {
  await user.click(button);
  await user.click(await screen.findByRole('option', { name }));
}

/** Changes the first name in the open form, and submits it. */
async function rename(user: ReturnType<typeof userEvent.setup>, to: string) {
  const field = await main().findByLabelText('First name');
  await user.clear(field);
  await user.type(field, to);
  await user.click(main().getByRole('button', { name: 'Save' }));
}

describe('a user', () => {
  test('is read first, and saved with only the changed fields, for the version that was read', async () => {
    const user = await open(place);
    await user.click(await main().findByRole('link', { name: 'Edit' }));
    expect(await main().findByRole('heading', { name: 'Edit Tamm, Mari', level: 1 })).toBeInTheDocument();
    const changed = { ...mari, etag: '"2"', first_name: 'Maret' };
    backend.answers.set(`PATCH users/${mari.id}/`, () => {
      answerRecord(changed);
      return { body: changed };
    });
    await rename(user, 'Maret');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(await main().findByRole('heading', { name: 'Tamm, Maret', level: 1 })).toBeInTheDocument();
    expect(location.pathname).toBe(place);
    expect(main().queryByRole('textbox')).toBeNull();
    await user.click(main().getByRole('link', { name: 'Edit' }));
    await rename(user, 'Marit');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ first_name: 'Maret' }, '"1"'],
      [{ first_name: 'Marit' }, '"2"'],
    ]);
  });

  const sent = () => backend.calls.filter(({ method }) => method === 'PATCH');
  const theirs = { ...mari, etag: '"2"', first_name: 'Marju', last_name: 'Kuusk' };
  const clash = (call: Call) => {
    if (call.headers['if-match'] === theirs.etag) return { body: { ...theirs, first_name: 'Maret', etag: '"3"' } };
    answerRecord(theirs);
    return problem('precondition_failed');
  };

  test('that somebody else has changed shows both versions; choosing mine sends only my changed fields', async () => {
    const user = await open(form);
    backend.answers.set(`PATCH users/${mari.id}/`, clash);
    await rename(user, 'Maret');
    const question = await screen.findByRole('alertdialog', {
      name: 'Someone else has changed this in the meantime',
    });
    expect(within(question).getByRole('row', { name: 'First name Marju Maret' })).toBeInTheDocument();
    // The last name was changed by the other person only.
    expect(within(question).queryByRole('row', { name: /^Last name/ })).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.body).toEqual({ first_name: 'Maret' });
    expect(sent()[1]?.headers['if-match']).toBe('"2"');
  });

  test('that somebody else has changed can be taken as they saved it, or gone back to', async () => {
    const user = await open(form);
    backend.answers.set(`PATCH users/${mari.id}/`, clash);
    await rename(user, 'Maret');
    await user.click(await screen.findByRole('button', { name: 'Back to the form' }));
    expect(await main().findByRole('alert')).toHaveTextContent('Someone else has changed this in the meantime.');
    expect(main().getByLabelText('First name')).toHaveValue('Maret');
    await user.click(main().getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Take the saved version' }));
    expect(await main().findByRole('heading', { name: 'Kuusk, Marju', level: 1 })).toBeInTheDocument();
  });

  test('keeps a draft when the session ends, for the same person only', async () => {
    const user = await open(form);
    backend.answers.set(`PATCH users/${mari.id}/`, problem('unauthorized'));
    await rename(user, 'Maret');
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(location.search).toBe(`?returnTo=${encodeURIComponent(form)}`);
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    expect(screen.getByLabelText('E-mail')).toHaveValue(manager.email);
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/What you had typed is here again/)).toBeInTheDocument();
    expect(main().getByLabelText('First name')).toHaveValue('Maret');
    expect(main().getByText('Not saved yet')).toBeInTheDocument();
  });

  test('of whom a draft is restored keeps what a colleague has changed meanwhile', async () => {
    const user = await open(form);
    backend.answers.set(`PATCH users/${mari.id}/`, problem('unauthorized'));
    await rename(user, 'Maret');
    await screen.findByRole('heading', { name: 'Sign in' });
    backend.answers.set('POST auth/login/', { body: sessionOf(manager) });
    const changed = { ...mari, etag: '"2"', last_name: 'Kuusk' };
    answerRecord(changed);
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText(/What you had typed is here again/);
    expect(main().getByLabelText('First name')).toHaveValue('Maret');
    expect(main().getByLabelText('Last name')).toHaveValue('Kuusk');
    backend.answers.set(`PATCH users/${mari.id}/`, { body: { ...changed, first_name: 'Maret', etag: '"3"' } });
    await user.click(main().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    expect(sent().at(-1)?.body).toEqual({ first_name: 'Maret' });
  });

  test('who is saved while one types on is saved again without a conflict', async () => {
    const user = await open(form);
    let version = 1;
    backend.answers.set(`PATCH users/${mari.id}/`, ({ headers, body }) => {
      if (headers['if-match'] !== `"${version}"`) return problem('precondition_failed');
      // A colleague has changed the last name before the first save, which the form does not show yet.
      const changed = { ...mari, ...(body as Partial<User>), last_name: 'Kuusk', etag: `"${(version += 1)}"` };
      answerRecord(changed);
      return { body: changed };
    });
    await user.type(await main().findByLabelText('First name'), 'a');
    let answer = () => undefined as void;
    const save = backend.answers.get(`PATCH users/${mari.id}/`);
    backend.answers.set(`PATCH users/${mari.id}/`, async (call) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return typeof save === 'function' ? save(call) : problem('not_found');
    });
    await user.click(main().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.type(main().getByLabelText('First name'), 'b');
    answer();
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await waitFor(() => expect(main().getByText('Not saved yet')).toBeInTheDocument());
    if (save) backend.answers.set(`PATCH users/${mari.id}/`, save);
    await user.click(main().getByRole('button', { name: 'Save' }));
    expect(await main().findByRole('heading', { name: 'Kuusk, Mariab', level: 1 })).toBeInTheDocument();
    expect(sent().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ first_name: 'Maria' }, '"1"'],
      [{ first_name: 'Mariab' }, '"2"'],
    ]);
  });

  test('is left after a question while something is unsaved', async () => {
    const user = await open(form);
    await user.type(await main().findByLabelText('First name'), 'x');
    await user.click(main().getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
  });

  // R100, R101, R103
  test('is approved, suspended and sent a link, as far as the server lets one', async () => {
    const user = await open(place);
    const approved: User = { ...mari, approval_status: 'approved', can: { ...mari.can, approve: false } };
    backend.answers.set(`POST users/${mari.id}/approve/`, () => {
      answerRecord(approved);
      return { body: approved };
    });
    await user.click(await main().findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Mari Tamm is approved')).toBeInTheDocument();
    await waitFor(() => expect(main().queryByRole('button', { name: 'Approve' })).toBeNull());
    expect(main().getByText('Social account')).toBeInTheDocument();
    expect(main().queryByRole('button', { name: 'Lift suspension' })).toBeNull();

    const suspension = { since: '2024-05-01T10:00:00Z', reason: 'No reply', expires: '2099-06-01T21:00:00Z' };
    backend.answers.set(`POST users/${mari.id}/suspend/`, () => {
      const suspended = { ...approved, suspension, can: { ...approved.can, suspend: false, unsuspend: true } };
      answerRecord(suspended);
      return { body: suspended };
    });
    await chooseAct(user, 'Suspend');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Suspend Mari Tamm?' }));
    expect(dialog.getByText(/Their calendar feeds are deleted\./)).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Last day'), '31-02-2024');
    await user.click(await enabled(dialog, 'Suspend'));
    expect(await dialog.findByText('This field is required')).toBeInTheDocument();
    expect(dialog.getByText('Please check dates')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'No reply');
    await user.clear(dialog.getByLabelText('Last day'));
    await user.type(dialog.getByLabelText('Last day'), '01-06-2099');
    await user.click(await enabled(dialog, 'Suspend'));
    // The last day as it was typed, not the midnight after it.
    expect(await screen.findByText('01-06-2099')).toBeInTheDocument();
    await findPage();
    expect(backend.callsTo(`users/${mari.id}/suspend/`)[0]?.body).toEqual({
      reason: 'No reply',
      expires: '2099-06-01T21:00:00.000Z',
    });
    expect(main().getByRole('button', { name: 'Lift suspension' })).toBeEnabled();

    backend.answers.set(`POST users/${mari.id}/request_password_reset/`, problem('mail_failed'));
    await chooseAct(user, 'Send password link');
    expect(await screen.findByText(/could not be sent/)).toBeInTheDocument();
  });

  test('is said to be sent a password link only once it is, also while another act runs', async () => {
    const [approved, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    backend.answers.set(`POST users/${mari.id}/approve/`, async () => {
      await approved.promise;
      return { body: mari };
    });
    backend.answers.set(`POST users/${mari.id}/request_password_reset/`, async () => {
      await refused.promise;
      return problem('mail_failed');
    });
    const user = await open(place);
    await user.click(await main().findByRole('button', { name: 'Approve' }));
    await chooseAct(user, 'Send password link');
    await chooseAct(user, 'Send password link');
    approved.resolve();
    await screen.findByText('Mari Tamm is approved');
    expect(screen.queryByText(/on its way/)).not.toBeInTheDocument();
    refused.resolve();
    expect(await screen.findByText(/could not be sent/)).toBeInTheDocument();
    expect(backend.callsTo(`users/${mari.id}/request_password_reset/`)).toHaveLength(1);
  });

  test('who has never signed in is marked with the state of their invitation, which can be sent again', async () => {
    const invited = {
      ...mari,
      approval_status: 'approved',
      invitation: { state: 'expired', sent: '2024-04-20T10:00:00Z', expires: '2024-04-27T10:00:00Z' },
      can: { ...mari.can, invite: true },
    } as const satisfies User;
    answerRecord(invited);
    const user = await open(place);
    expect(await main().findByText('Invitation expired')).toBeInTheDocument();
    const again = {
      ...invited,
      invitation: { ...invited.invitation, state: 'sent', sent: '2024-05-01T10:00:00Z' },
    } as const;
    backend.answers.set(`POST users/${mari.id}/invite/`, () => {
      answerRecord(again);
      return { body: again };
    });
    await chooseAct(user, 'Send the invitation again');
    const question = within(await screen.findByRole('alertdialog', { name: 'Invite Mari Tamm?' }));
    await user.click(question.getByRole('button', { name: 'Send an invitation' }));
    expect(await screen.findByText('An invitation is on its way to Mari Tamm')).toBeInTheDocument();
    expect(await screen.findByText('Invited 01-05-2024')).toBeInTheDocument();
  });

  const withContoso = {
    ...testTenant,
    flags: { ...testTenant.flags, singleSignOn: true },
    singleSignOn: { name: 'Contoso', isFirst: false },
  };
  const setByContoso = 'Set by Contoso, which would overwrite a change made here. Change it there.';
  const roleAndDepartment = async () => ({
    role: await main().findByRole('button', { name: /^Interpreter Role/ }),
    department: main().getByRole('button', { name: /^None Department/ }),
  });

  test('whose role and department come from their organisation shows both fields as read-only, and says why', async () => {
    answerRecord({ ...mari, can: { ...mari.can, change_role: false, change_department: false } });
    await open(form, { tenant: withContoso });
    const { role, department } = await roleAndDepartment();
    for (const field of [role, department]) {
      expect(field).toBeDisabled();
      expect(field).toHaveAccessibleDescription(expect.stringContaining(setByContoso));
    }
  });

  test('whose department does not come from their organisation has only the role as read-only', async () => {
    answerRecord({ ...mari, can: { ...mari.can, change_role: false } });
    await open(form, { tenant: withContoso });
    const { role, department } = await roleAndDepartment();
    expect(role).toBeDisabled();
    expect(department).toBeEnabled();
    expect(main().getAllByText(setByContoso)).toHaveLength(1);
  });

  test('who is oneself reads that one cannot change one’s own role', async () => {
    answerRecord({ ...mari, can: { ...mari.can, change_role: false } });
    await open(form, { tenant: withContoso, user: { ...manager, id: mari.id } });
    const { role } = await roleAndDepartment();
    expect(role).toHaveAccessibleDescription(/You cannot do this to your own account\.$/);
  });

  test('who has linked a work account while the form was open keeps the input and shows why it is refused', async () => {
    answerRecord({ ...mari, approval_status: 'approved' });
    const user = await open(form, { tenant: withContoso });
    await choose(user, (await roleAndDepartment()).role, 'Manager');
    await user.click(main().getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Change the role of Mari Tamm?' }));
    backend.answers.set(
      `PATCH users/${mari.id}/`,
      problem('from_organisation', { errors: { role: ['from_organisation'] } }),
    );
    await user.click(await enabled(question, 'Change role'));
    expect(await screen.findByText('This is set by the organisation. Change it there.')).toBeInTheDocument();
    await waitFor(() => expect(main().getByRole('button', { name: /^Manager Role/ })).toBeEnabled());
  });

  // R104
  test('who registered by a social network is marked', async () => {
    answerRecord({ ...mari, social_registered: true });
    await open(place);
    expect(await main().findByText('Social account')).toBeInTheDocument();
  });

  test('is deleted after a question that names the record', async () => {
    const user = await open(place);
    backend.answers.set(`DELETE users/${mari.id}/`, problem('last_owner'));
    await chooseAct(user, 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Tamm, Mari?' }));
    await user.click(await enabled(question, 'Delete'));
    expect(await question.findByText('At least one active owner has to remain.')).toBeInTheDocument();
    backend.answers.set(`DELETE users/${mari.id}/`, { status: 204 });
    await user.click(await enabled(question, 'Delete'));
    expect(await screen.findByText('Tamm, Mari was deleted')).toBeInTheDocument();
    await waitFor(() => expect(location.pathname).toBe('/dashboard/users'));
  });

  test('that does not exist shows that, with a link to the list', async () => {
    backend.answers.delete(`GET users/${mari.id}/`);
    await open(place);
    expect(await main().findByRole('heading', { name: 'This record is not there' })).toBeInTheDocument();
    expect(main().getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/dashboard/users');
  });
});

describe('an act on somebody who interprets', () => {
  const booked: Reservation = {
    ...hearing,
    status: 'approved',
    interpreters: [
      {
        id: mari.id,
        name: 'Mari Tamm',
        obstacle: null,
        response: 'accepted',
        responded: null,
        message: null,
        language_reason: null,
        booked_by_name: null,
      },
    ],
    customer: 'c'.repeat(24),
    customer_name: 'Ilmar Raag',
  };
  const visit: Reservation = {
    ...booked,
    id: 'b'.repeat(24),
    name: 'Visit',
    start: '2024-05-03T10:00:00+03:00',
    end: '2024-05-03T11:00:00+03:00',
    date: '2024-05-03',
    time: '10:00–11:00',
  };
  const candidate = (id: string, name: string, score: number, shift: string | null): FreeInterpreter => ({
    interpreter: id,
    interpreter_name: name,
    group: shift ? 'ready' : 'needs_shift',
    obstacle: shift ? null : 'no_shift',
    in_the_way: null,
    preferred_by: null,
    response: null,
    shift,
    score,
    reasons: [
      { reason: 'languages', points: 15, of: 15, value: 0 },
      { reason: 'load', points: 10, of: 20, value: 90 },
    ],
  });
  const free = [
    candidate(mari.id, 'Mari Tamm', 99, 's'),
    candidate('d'.repeat(24), 'Without Shift', 90, null),
    candidate('e'.repeat(24), 'Eve Kask', 80, 's'),
    candidate('f'.repeat(24), 'Fred Lepp', 70, 's'),
  ];
  const answerFree = (results: FreeInterpreter[]) =>
    backend.answers.set('GET interpreters/free/', { body: { count: results.length, impossible: 0, results } });
  const outcomeOf = (question: ReturnType<typeof within>, name: string) =>
    question.getByRole('button', { name: new RegExp(`What happens to it: ${name}`) });
  const affectedAsked = () => backend.callsTo('users/affected/').map(({ query }) => decodeURIComponent(query));
  test('shows its effects, proposes interpreters for each reservation, and sends the decisions', async () => {
    answerRecord({ ...mari, approval_status: 'approved' });
    answerAffected({ reservations: [booked, visit], pending: 2, shifts: 5, people: 4 });
    answerFree(free);
    const user = await open(place);
    await chooseAct(user, 'Reject');
    const question = within(await screen.findByRole('alertdialog', { name: 'Reject Mari Tamm?' }));
    const table = within(await question.findByRole('table', { name: /Approved reservations that lose/ }));
    expect(affectedAsked()).toEqual([`?act=reject&id[]=${mari.id}`]);
    const facts = question.getAllByRole('definition').slice(0, 4);
    expect(facts.map(({ textContent }) => textContent)).toEqual(['2', '2', '5', '4']);
    const row = table.getByRole('row', { name: /Court hearing/ });
    for (const fact of ['Thu 02-05-2024, 10:00–11:30', 'Pärnu mnt 7', 'Ilmar Raag and Eve Kask'])
      expect(row).toHaveTextContent(fact);
    const outcome = outcomeOf(question, 'Court hearing');
    expect(outcome).toHaveTextContent('Eve Kask takes it');
    await user.click(outcome);
    const eve = await screen.findByRole('option', { name: /Eve Kask/ });
    expect(eve).toHaveTextContent(/1 hr 30 mins that week/);
    await user.click(screen.getByRole('option', { name: /Fred Lepp/ }));
    await choose(user, outcomeOf(question, 'Visit'), 'Cancelled');
    backend.answers.set(`POST users/${mari.id}/reject/`, { body: mari });
    await user.click(await enabled(question, 'Reject'));
    expect(await screen.findByText('Mari Tamm is rejected')).toBeInTheDocument();
    expect(backend.callsTo(`users/${mari.id}/reject/`).map(({ body }) => body)).toEqual([
      {
        reservations: [
          { reservation: booked.id, outcome: 'reassign', interpreters: ['f'.repeat(24)] },
          { reservation: visit.id, outcome: 'cancel' },
        ],
      },
    ]);
  });

  test('keeps the decisions if somebody has booked meanwhile, and shows the added reservation', async () => {
    answerAffected({ reservations: [booked] });
    answerFree(free);
    const user = await open(place);
    await chooseAct(user, 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Tamm, Mari?' }));
    await question.findByRole('table');
    await choose(user, outcomeOf(question, booked.name), /Fred Lepp/);
    const refusal = problem('reservations_affected', { reservations: [visit.id] });
    backend.answers.set('POST users/bulk_delete/', () => {
      answerAffected({ reservations: [booked, visit] });
      return refusal;
    });
    await user.click(await enabled(question, 'Delete'));
    expect(await question.findByRole('rowheader', { name: /Visit/ })).toBeInTheDocument();
    expect(question.getByRole('alert')).toHaveTextContent('nobody has decided about yet');
    expect(outcomeOf(question, booked.name)).toHaveTextContent('Fred Lepp');
    await user.click(question.getByRole('button', { name: 'All back to pending' }));
    backend.answers.set('POST users/bulk_delete/', { body: { results: [{ id: mari.id, done: true, code: null }] } });
    await user.click(await enabled(question, 'Delete'));
    await waitFor(() => expect(backend.callsTo('users/bulk_delete/')).toHaveLength(2));
    await waitFor(() => expect(location.pathname).toBe('/dashboard/users'));
    expect(backend.callsTo('users/bulk_delete/').at(-1)?.body).toEqual({
      ids: [mari.id],
      reservations: [
        { reservation: booked.id, outcome: 'pending' },
        { reservation: visit.id, outcome: 'pending' },
      ],
    });
    expect(backend.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('refetches the effects of a suspension when its last day changes', async () => {
    answerAffected({ reservations: [booked] });
    answerFree([]);
    const user = await open(place);
    await chooseAct(user, 'Suspend');
    const question = within(await screen.findByRole('alertdialog', { name: 'Suspend Mari Tamm?' }));
    expect(await question.findByText('Nobody else is free and on shift at this time.')).toBeInTheDocument();
    expect(outcomeOf(question, booked.name)).toHaveTextContent('Back to pending');
    answerAffected({});
    await user.type(question.getByLabelText('Last day'), '01-06-2099');
    expect(await question.findByText(/No shifts to come/)).toBeInTheDocument();
    expect(affectedAsked()).toEqual([
      `?act=suspend&id[]=${mari.id}`,
      `?act=suspend&id[]=${mari.id}&expires=2099-06-01T21:00:00.000Z`,
    ]);
  });

  test('asks before a language is taken away', async () => {
    const approved: User = { ...mari, approval_status: 'approved', languages: ['est', 'rsl'] };
    answerRecord(approved);
    answerAffected({ reservations: [booked] });
    answerFree(free);
    const user = await open(form);
    const languages = await main().findByRole('button', { name: /Working languages$/ });
    await user.click(languages);
    await user.click(await screen.findByRole('option', { name: 'Estonian' }));
    await user.keyboard('{Escape}');
    await user.click(main().getByRole('button', { name: 'Save' }));
    const name = 'Change the working languages of Mari Tamm?';
    const question = within(await screen.findByRole('alertdialog', { name }));
    expect(question.getByText('Russian Sign Language, Estonian → Russian Sign Language')).toBeInTheDocument();
    backend.answers.set(`PATCH users/${mari.id}/`, { body: { ...approved, languages: ['rsl'], etag: '"2"' } });
    await user.click(await enabled(question, 'Change languages'));
    expect(affectedAsked()[0]).toBe(`?act=change_languages&id[]=${mari.id}&languages[]=rsl`);
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const [sent] = backend.calls.filter(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({
      languages: ['rsl'],
      reservations: [{ reservation: booked.id, outcome: 'reassign', interpreters: ['e'.repeat(24)] }],
    });
  });

  test('asks before another role is saved; going back to the form loses nothing', async () => {
    const approved: User = { ...mari, approval_status: 'approved' };
    answerRecord(approved);
    answerAffected({ reservations: [booked] });
    answerFree(free);
    const user = await open(form);
    await choose(user, await main().findByRole('button', { name: /^Interpreter Role/ }), 'Manager');
    await user.click(main().getByRole('button', { name: 'Save' }));
    const name = 'Change the role of Mari Tamm?';
    const question = within(await screen.findByRole('alertdialog', { name }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name })).not.toBeInTheDocument());
    expect(main().getByText('Not saved yet')).toBeInTheDocument();
    expect(main().queryByRole('alert')).not.toBeInTheDocument();
    await user.click(main().getByRole('button', { name: 'Save' }));
    const again = within(await screen.findByRole('alertdialog', { name }));
    expect(affectedAsked()[0]).toBe(`?act=change_role&id[]=${mari.id}&role=manager`);
    backend.answers.set(`PATCH users/${mari.id}/`, { body: { ...approved, role: 'manager', etag: '"2"' } });
    await user.click(await enabled(again, 'Change role'));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const [sent] = backend.calls.filter(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({
      role: 'manager',
      reservations: [{ reservation: booked.id, outcome: 'reassign', interpreters: ['e'.repeat(24)] }],
    });
    expect(sent?.headers['if-match']).toBe('"1"');
  });
});

describe('the pages of a person', () => {
  const tabsOf = async (person: User) => {
    answerRecord(person);
    await open(place);
    const tabs = await main().findByRole('navigation', { name: 'Pages of this person' });
    return within(tabs)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')?.replace(place, '')]);
  };

  test('depend on the role of the person', async () => {
    expect(await tabsOf(mari)).toEqual([
      ['Profile', ''],
      ['Shifts', '/shifts'],
      ['Absences', '/absences'],
      ['Reservations', '/reservations'],
      ['Requests', '/requests'],
      ['Feedback', '/feedback'],
      ['Sign-ins', '/sign-ins'],
    ]);
    expect(await tabsOf({ ...mari, role: 'deaf' })).toEqual([
      ['Profile', ''],
      ['Reservations', '/reservations'],
      ['Requests', '/requests'],
    ]);
    expect(await tabsOf({ ...mari, role: 'manager' })).toEqual([
      ['Profile', ''],
      ['Sign-ins', '/sign-ins'],
    ]);
  });

  const lastQuery = (path: string) =>
    decodeURIComponent(backend.callsTo(path).findLast(({ query }) => query.includes(mari.id))?.query ?? '');

  test('list what concerns this person only: of interpreters what they take, of customers what they asked for', async () => {
    backend.answers.set('GET reservations/', { body: { count: 1, results: [hearing] } });
    await open(`${place}/reservations`);
    expect(await main().findByRole('link', { name: hearing.name })).toBeInTheDocument();
    expect(main().getByRole('link', { current: 'page' })).toHaveTextContent('Reservations');
    expect(lastQuery('reservations/')).toBe(`?page=1&page_size=10&ordering=-start&interpreter[]=${mari.id}`);
    answerRecord({ ...mari, role: 'deaf' });
    backend.answers.set('GET interpretations/', { body: { count: 0, results: [] } });
    await open(`${place}/requests`);
    expect(await main().findByRole('heading', { name: 'No requests yet' })).toBeInTheDocument();
    expect(lastQuery('interpretations/')).toContain(`customer[]=${mari.id}`);
  });

  test('show shifts six weeks at a time, and when the person signed in', async () => {
    backend.answers.set('GET shifts/', { body: { count: 0, results: [] } });
    await open(`${place}/shifts?from=2024-05-01`);
    expect(await main().findByText('No shifts in this time.')).toBeInTheDocument();
    expect(lastQuery('shifts/')).toBe(`?from_day=2024-05-01&to_day=2024-06-11&interpreter[]=${mari.id}`);
    expect(main().getByRole('link', { name: 'Later' })).toHaveAttribute('href', `${place}/shifts?from=2024-06-12`);
    backend.answers.set(`GET users/${mari.id}/sign_ins/`, {
      body: {
        sessions: [{ started: '2024-05-01T07:00:00Z', expires: '2024-05-01T19:00:00Z' }],
        devices: [],
      },
    });
    await open(`${place}/sign-ins`);
    const sessions = await main().findByRole('table', { name: 'Open sessions' });
    expect(
      within(sessions).getByRole('row', { name: 'Unknown device 01-05-2024 10:00 01-05-2024 22:00' }),
    ).toBeInTheDocument();
    expect(main().getByText('No sign-in has been completed with a password and a code.')).toBeInTheDocument();
  });
});
