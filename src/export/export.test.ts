import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { User } from '../../contract/users.ts';
import { problem } from '../../tests/support/fakeBackend.ts';
import { openSignedIn, backendOfFile } from '../../tests/support/renderApp.ts';
import { mari } from '../../tests/support/person.ts';

const backend = backendOfFile();
let files: { name: string; blob: Blob }[] = [];

const person = (at: number, changes: Partial<User> = {}): User => ({
  ...mari,
  id: at.toString(16).padStart(24, '0'),
  email: `person-${at}@example.org`,
  last_name: `=Tamm ${at}`,
  ...changes,
});

/** Answers pages of `count` people. */
function answerPeople(count: number) {
  backend.answers.set('GET users/', ({ query }) => {
    const asked = new URLSearchParams(query);
    const [page, size] = [Number(asked.get('page')), Number(asked.get('page_size'))];
    const results = Array.from({ length: Math.max(0, Math.min(size, count - (page - 1) * size)) }, (_, index) =>
      person((page - 1) * size + index),
    );
    return { body: { count, results } };
  });
}

beforeEach(() => {
  files = [];
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob);
    return `blob:${blobs.size - 1}`;
  };
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function open(path: string) {
  await openSignedIn(path, backend);
  await screen.findByRole('link', { name: 'person-0@example.org' });
  return userEvent.setup();
}

test('the file has every page, the visible columns with the texts of their cells, and no formulas', async () => {
  answerPeople(230);
  const user = await open('/dashboard/users?hide=created&search=ma&page_size=25');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByText('Records exported: 230');
  const [file] = files;
  expect(file?.name).toMatch(/^Users \d{4}-\d\d-\d\d\.csv$/);
  const bytes = new Uint8Array((await file?.blob.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  expect(lines).toHaveLength(232);
  expect(lines.slice(0, 2)).toEqual([
    'E-mail;ID;Name;Role;Approval',
    "person-0@example.org;000000000000000000000000;'=Tamm 0, Mari;Interpreter;Pending",
  ]);
  expect(lines.at(-2)).toContain('person-229@example.org');
  const asked = backend.callsTo('users/').map(({ query }) => query);
  expect(asked.slice(-3)).toEqual([1, 2, 3].map((page) => `?page=${page}&page_size=100&ordering=-created&search=ma`));
});

test('the file opens as columns in the spreadsheets of the reader, with days that they read as days', async () => {
  answerPeople(1);
  localStorage.setItem('i18nextLng', 'ee');
  const user = await open('/dashboard/users?hide=id,role');
  await user.click(screen.getByRole('button', { name: 'Ekspordi' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = new TextDecoder().decode(await files[0]?.blob.arrayBuffer()).split('\r\n');
  expect(lines[0]?.split(';')).toHaveLength(4);
  expect(lines[1]).toMatch(/^person-0@example\.org;'=Tamm 0, Mari;\d{4}-\d\d-\d\d \d\d:\d\d;\p{L}+$/u);
});

test('a failure is shown and can be retried, and cancelling writes nothing', async () => {
  answerPeople(150);
  const user = await open('/dashboard/users');
  const pages = backend.answers.get('GET users/');
  backend.answers.set('GET users/', (call) =>
    call.query.includes('page=2') ? problem('forbidden') : typeof pages === 'function' ? pages(call) : null,
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await screen.findByText('You do not have permission to do this.');
  let answer = () => undefined as void;
  backend.answers.set('GET users/', async (call) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return typeof pages === 'function' ? pages(call) : null;
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(files).toEqual([]);
});
