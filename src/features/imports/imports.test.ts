import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { ImportDetail, ImportRow } from '../../../contract/imports.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const owner: Me = {
  ...manager,
  role: 'owner',
  verdicts: { ...manager.verdicts, collections: { ...manager.verdicts.collections, imports: 'write' } },
};
const uploaded: ImportDetail = {
  id: '00000000000000000000000c',
  kind: 'contacts',
  file_name: 'desks.csv',
  state: 'uploaded',
  error: null,
  encoding: 'windows-1257',
  delimiter: ';',
  sheet: null,
  sheets: [],
  headers: ['Desk', 'Number'],
  mapping: { name: 0 },
  rows: 2,
  progress: 0,
  counts: { new: 0, changed: 0, unchanged: 0, refused: 0 },
  only_good: false,
  notifies: false,
  created: '2024-05-01T10:00:00Z',
  created_by: 'Anna Lind',
  written: null,
  undo_until: null,
  undone: null,
  left: 0,
  foreign: ['Vastuvõtt', 'Kõrvalmaja'],
  garbled: ['MÃ¡ria'],
  sample: [{ cells: ['Front desk', '5551234'] }],
  fields: [
    { name: 'name', required: true, key: true },
    { name: 'phoneNumber', required: true, key: false },
  ],
  people_to_notify: 0,
};
const checked: ImportDetail = {
  ...uploaded,
  state: 'checked',
  mapping: { name: 0, phoneNumber: 1 },
  counts: { new: 1, changed: 0, unchanged: 0, refused: 1 },
};
const at = `imports/${uploaded.id}/`;
const changedRow: ImportRow = {
  number: 2,
  result: 'changed',
  cells: ['Visit'],
  issues: [],
  changes: [],
  record: null,
  left_because: null,
};

async function open(path: string) {
  await openSignedIn(path, backend, { user: owner });
  await findPage();
}

describe('the pages of imports', () => {
  test('ask for the columns that are missing', async () => {
    backend.answers.set(`GET ${at}`, { body: uploaded });
    backend.answers.set(`POST ${at}check/`, { body: { ...checked, state: 'checking' } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    const column = await screen.findByRole('button', { name: /Phone number/ });
    expect(screen.getByText('Choose a column for each required field.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
    const encoding = screen.getByRole('button', { name: /Encoding/ });
    expect(encoding).toHaveTextContent('WINDOWS-1257');
    expect(encoding).toBeDisabled();
    expect(screen.getByText('Read like this: Vastuvõtt, Kõrvalmaja')).toBeVisible();
    expect(screen.getByText('Some texts look garbled')).toBeVisible();
    expect(screen.getByText(/^MÃ¡ria\. Choose another encoding/)).toBeVisible();
    expect(screen.getByText('To change this, start a new import with the file.')).toBeInTheDocument();
    await user.click(column);
    await user.click(await screen.findByRole('option', { name: 'Number (5551234)' }));
    await user.click(screen.getByRole('button', { name: 'Check the rows' }));
    await waitFor(() =>
      expect(backend.callsTo(`${at}check/`)[0]?.body).toEqual({ mapping: { name: 0, phoneNumber: 1 } }),
    );
  });

  test('show why rows are refused, and write only the good ones after a question', async () => {
    backend.answers.set(`GET ${at}`, { body: checked });
    backend.answers.set(`GET ${at}rows/`, {
      body: {
        count: 1,
        results: [
          {
            number: 3,
            result: 'refused',
            cells: ['Lab', '12'],
            changes: [],
            record: null,
            left_because: null,
            issues: [{ field: 'phoneNumber', column: 'Number', code: 'phone_invalid', value: '12' }],
          },
        ],
      },
    });
    backend.answers.set(`POST ${at}write/`, { body: { ...checked, state: 'writing' } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    expect(await screen.findByText('Number: Phone number is not valid (12)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Write only the good rows' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Write 1 row?' }));
    await user.click(question.getByRole('button', { name: 'Write only the good rows' }));
    await waitFor(() => expect(backend.callsTo(`${at}write/`)[0]?.body).toEqual({ only_good: true, notify: false }));
  });

  test('show changes in the words of the dashboard and the zone of the deployment', async () => {
    const shift: ImportRow = {
      ...changedRow,
      changes: [
        { field: 'date', before: '2027-01-22', after: '2027-01-23' },
        { field: 'location_type', before: 'remote', after: 'site' },
        { field: 'request_type', before: 'online', after: 'live' },
        { field: 'allowReservations', before: 'true', after: 'false' },
        { field: 'travel_time', before: '0', after: '30' },
        { field: 'address', before: null, after: 'Street 1' },
      ],
    };
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind: 'shifts' } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 1, results: [shift] } });
    await open(`/dashboard/imports/${uploaded.id}`);
    for (const text of [
      'Date: 22-01-2027 → 23-01-2027',
      'Location: Remote → On site',
      'Channel: Online → Live',
      'May be reserved: Yes → No',
      'Travel time: 0 → 30',
      'Address: – → Street 1',
    ])
      expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('show the time, the type and the languages of a reservation as people read them', async () => {
    const visit: ImportRow = {
      ...changedRow,
      changes: [
        { field: 'ends', before: '2027-01-22T13:00:00.000Z', after: '2027-01-22T22:30:00.000Z' },
        { field: 'type', before: 'remote', after: 'site' },
        { field: 'languages', before: null, after: 'icl; eng' },
      ],
    };
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind: 'reservations' } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 1, results: [visit] } });
    await open(`/dashboard/imports/${uploaded.id}`);
    for (const text of [
      'End: 22-01-2027 15:00 → 23-01-2027 00:30',
      'Type: Remote → On site',
      'Languages: – → Icelandic Sign Language, English',
    ])
      expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('say what a person has instead of what an import does not change, in words', async () => {
    const refused: ImportRow = {
      ...changedRow,
      result: 'refused',
      cells: ['boss@example.org'],
      issues: [{ field: 'role', column: 'Role', code: 'field_fixed', value: 'manager' }],
    };
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind: 'users' } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 1, results: [refused] } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const sentence = 'Role: An import does not change this. Change it on the page of the record. (Manager)';
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  test('show every row, page by page, and say where a filter has none', async () => {
    const counts = { new: 0, changed: 150, unchanged: 0, refused: 0 };
    const rows = Array.from({ length: 150 }, (_, index) => ({ ...changedRow, number: index + 2 }));
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    backend.answers.set(`GET ${at}`, { body: { ...checked, counts } });
    backend.answers.set(`GET ${at}rows/`, async ({ query }) => {
      const params = new URLSearchParams(query);
      if (params.get('result[]') === 'new') {
        await answered;
        return { body: { count: 0, results: [] } };
      }
      const [page, size] = [Number(params.get('page')), Number(params.get('page_size'))];
      return { body: { count: 150, results: rows.slice((page - 1) * size, page * size) } };
    });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    expect(await screen.findByText('1–10 of 150')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Per page/ }));
    await user.click(await screen.findByRole('option', { name: '100' }));
    expect(await screen.findByText('Line 101')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Line 151')).toBeInTheDocument();
    expect(screen.getByText('101–150 of 150')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: /Rows/ }));
    await user.click(await screen.findByRole('option', { name: 'New (0)' }));
    await waitFor(() => expect(screen.queryByText('Line 151')).not.toBeInTheDocument());
    answer();
    expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  });

  test.each([
    ['shifts' as const, 'The interpreters concerned are told of the changes to their shifts.'],
    [
      'reservations' as const,
      'The interpreters and customers concerned are told of the changes to their reservations.',
    ],
  ])('say before changes to %s are written who hears of them', async (kind, sentence) => {
    const counts = { new: 0, changed: 1, unchanged: 0, refused: 0 };
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind, counts } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 1, results: [changedRow] } });
    await open(`/dashboard/imports/${uploaded.id}`);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Write' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Write 1 row?' }));
    expect(question.getByText(sentence)).toBeInTheDocument();
  });

  test('do not undo before they say what that would do, and read it again after a failure', async () => {
    const undo_until = '2024-05-02T11:00:00Z';
    backend.answers.set(`GET ${at}`, { body: { ...checked, state: 'written', undo_until } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 0, results: [] } });
    backend.answers.set(`GET ${at}undo/`, problem('conflict'));
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }));
    const retry = await question.findByRole('button', { name: 'Try again' });
    expect(question.getByRole('button', { name: 'Undo' })).toBeDisabled();
    backend.answers.set(`GET ${at}undo/`, { body: { removes: 4, restores: 2, left_count: 0, left: [] } });
    await user.click(retry);
    expect(await question.findByText('Records to remove: 4, to restore: 2.')).toBeInTheDocument();
    expect(question.getByRole('button', { name: 'Undo' })).toBeEnabled();
  });

  test('say that the rows of an undone import are gone after a day', async () => {
    const [written, undone] = ['2024-05-01T11:00:00Z', '2024-05-01T12:00:00Z'];
    backend.answers.set(`GET ${at}`, { body: { ...checked, state: 'undone', written, undone } });
    await open(`/dashboard/imports/${uploaded.id}`);
    expect(await screen.findByText('The rows were deleted a day after the import.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Download the refused rows' })).not.toBeInTheDocument();
    expect(backend.callsTo(`${at}rows/`)).toEqual([]);
  });

  test.each([
    ['users' as const, false, 'People who were invited are told that their account has been deleted.'],
    ['shifts' as const, true, 'The interpreters concerned are told.'],
    [
      'shifts' as const,
      false,
      'Nobody was told of the new records, so interpreters only hear of those that change back.',
    ],
    [
      'reservations' as const,
      true,
      'The interpreters concerned are told, and so are customers whose reservation changes back.',
    ],
    [
      'reservations' as const,
      false,
      'Nobody was told of the new records, so interpreters and customers only hear of those that change back.',
    ],
  ])('say who hears of the undo of %s, if people were told of new records: %s', async (kind, notifies, sentence) => {
    const undo_until = '2024-05-02T11:00:00Z';
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind, state: 'written', undo_until, notifies } });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 0, results: [] } });
    backend.answers.set(`GET ${at}undo/`, { body: { removes: 4, restores: 2, left_count: 0, left: [] } });
    await open(`/dashboard/imports/${uploaded.id}`);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }));
    expect(await question.findByText(sentence)).toBeInTheDocument();
  });

  test('say what an undo would do before it is done', async () => {
    const written: ImportDetail = {
      ...checked,
      state: 'written',
      written: '2024-05-01T11:00:00Z',
      undo_until: '2024-05-02T11:00:00Z',
    };
    backend.answers.set(`GET ${at}`, { body: written });
    backend.answers.set(`GET ${at}rows/`, { body: { count: 0, results: [] } });
    backend.answers.set(`GET ${at}undo/`, {
      body: {
        removes: 4,
        restores: 2,
        left_count: 1,
        left: [{ number: 7, name: 'Front desk', code: 'changed_since' }],
      },
    });
    backend.answers.set(`POST ${at}undo/`, { body: { ...written, state: 'undoing' } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }));
    expect(await question.findByText('Records to remove: 4, to restore: 2.')).toBeInTheDocument();
    expect(question.getByText(/It was changed after the import/)).toBeInTheDocument();
    expect(question.queryByText(/interpreters/)).not.toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(backend.callsTo(`${at}undo/`).map(({ method }) => method)).toContain('POST'));
  });
});
