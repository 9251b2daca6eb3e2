import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { ImportDetail } from '../../../contract/imports.ts';
import { type FakeBackend, manager, startFakeBackend } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn } from '../../../tests/support/renderApp.ts';

let backend: FakeBackend;
let close = () => undefined as void;

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
  tells: false,
  created: '2024-05-01T10:00:00Z',
  created_by: 'Anna Lind',
  written: null,
  undo_until: null,
  undone: null,
  left: 0,
  sample: [{ cells: ['Front desk', '5551234'] }],
  fields: [
    { name: 'name', required: true, key: true },
    { name: 'phoneNumber', required: true, key: false },
  ],
  told: 0,
};
const checked: ImportDetail = {
  ...uploaded,
  state: 'checked',
  mapping: { name: 0, phoneNumber: 1 },
  counts: { new: 1, changed: 0, unchanged: 0, refused: 1 },
};
const at = `imports/${uploaded.id}/`;

async function open(path: string) {
  close = (await openSignedIn(path, backend, { user: owner })).close;
  await findPage();
}

beforeAll(async () => {
  backend = await startFakeBackend();
});
afterAll(() => backend.stop());
beforeEach(() => backend.reset());
afterEach(() => {
  close();
  localStorage.clear();
});

describe('the pages of imports', () => {
  test('ask for the columns that are missing', async () => {
    backend.answers.set(`GET ${at}`, { body: uploaded });
    backend.answers.set(`POST ${at}check/`, { body: { ...checked, state: 'checking' } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    const column = await screen.findByRole('button', { name: /Phone number/ });
    expect(screen.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
    expect(screen.getByRole('button', { name: /Encoding/ })).toHaveTextContent('WINDOWS-1257');
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
            ...{ number: 3, result: 'refused', cells: ['Lab', '12'], changes: [], record: null, left_because: null },
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
    await waitFor(() => expect(backend.callsTo(`${at}write/`)[0]?.body).toEqual({ only_good: true, tell: false }));
  });

  test.each([
    [true, 'The interpreters concerned are told.'],
    [false, 'Nobody was told of the new records, so interpreters only hear of those that get their former values.'],
  ])('say who hears of the undo of shifts, if interpreters were told: %s', async (tells, sentence) => {
    const undo_until = '2024-05-02T11:00:00Z';
    backend.answers.set(`GET ${at}`, { body: { ...checked, kind: 'shifts', state: 'written', undo_until, tells } });
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
        ...{ removes: 4, restores: 2, left_count: 1 },
        left: [{ number: 7, name: 'Front desk', code: 'changed_since' }],
      },
    });
    backend.answers.set(`POST ${at}undo/`, { body: { ...written, state: 'undoing' } });
    await open(`/dashboard/imports/${uploaded.id}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }));
    expect(await question.findByText('4 records are removed and 2 get their former values.')).toBeInTheDocument();
    expect(question.getByText(/It was changed after the import/)).toBeInTheDocument();
    expect(question.queryByText(/interpreters/)).not.toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(backend.callsTo(`${at}undo/`).map(({ method }) => method)).toContain('POST'));
  });
});
