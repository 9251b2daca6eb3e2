import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Me } from '../../../contract/auth.ts';
import type { CalendarFeed } from '../../../contract/calendarFeeds.ts';
import { manager } from '../../../tests/support/fakeBackend.ts';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const phone: CalendarFeed = {
  id: '00000000000000000000000c',
  name: 'Phone',
  covers: 'own',
  department_name: null,
  person: manager.id,
  person_name: 'Anna Jónsdóttir',
  created: '2024-05-01T10:00:00Z',
  used: null,
};
const address = 'https://api.example.com/calendars/secret-1.ics';
const listed = (...results: CalendarFeed[]) => ({ body: { results } });

async function open(user: Me) {
  await openSignedIn('/dashboard/calendar-feeds', backend, { user });
  await findPage();
}

describe('the page of calendar feeds', () => {
  test('adds a feed of an interpreter, whose address it shows once, and ends it after a question', async () => {
    backend.answers.set('GET calendar_feeds/', listed());
    backend.answers.set('POST calendar_feeds/', { status: 201, body: { address, qr: '<svg/>', record: phone } });
    backend.answers.set(`DELETE calendar_feeds/${phone.id}/`, { status: 204 });
    await open({ ...manager, role: 'interpreter' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a feed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a feed' }));
    expect(dialog.getByText('It covers 90 days back and 400 days ahead.')).toBeInTheDocument();
    await user.type(await dialog.findByLabelText('Name'), 'Phone');
    backend.answers.set('GET calendar_feeds/', listed(phone));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the address now' }));
    expect(shown.getByText(address)).toBeInTheDocument();
    expect(shown.getByRole('img', { name: 'QR code of the address' })).toBeInTheDocument();
    expect(backend.callsTo('calendar_feeds/').find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Phone',
      covers: 'own',
    });
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await user.click(await screen.findByRole('button', { name: 'End: Phone' }));
    expect(screen.queryByText(address)).not.toBeInTheDocument();
    const question = within(await screen.findByRole('alertdialog', { name: 'End the feed Phone?' }));
    backend.answers.set('GET calendar_feeds/', listed());
    await user.click(question.getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The feed has ended')).toBeInTheDocument();
    expect(backend.callsTo(`calendar_feeds/${phone.id}/`)).toHaveLength(1);
  });

  test('shows the address also if the dialog was closed meanwhile, and keeps it until it is copied', async () => {
    backend.answers.set('GET calendar_feeds/', listed());
    let answer = () => undefined as void;
    backend.answers.set('POST calendar_feeds/', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 201, body: { address, qr: '<svg/>', record: phone } };
    });
    await open({ ...manager, role: 'interpreter' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Add a feed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a feed' }));
    await user.type(await dialog.findByLabelText('Name'), 'Phone');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(backend.callsTo('calendar_feeds/').filter(({ method }) => method === 'POST')).toHaveLength(1),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a feed' })).toBeNull());
    answer();
    const shown = within(await screen.findByRole('alertdialog', { name: 'Copy the address now' }));
    await user.keyboard('{Escape}');
    expect(shown.getByText(address)).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'I have copied it' }));
    await waitFor(() => expect(screen.queryByText(address)).toBeNull());
  });

  test('offers a department or everything to staff, and shows owners the feeds of others', async () => {
    const others = {
      ...phone,
      id: '00000000000000000000000d',
      name: 'Laptop',
      person: 'f'.repeat(24),
      person_name: 'Una',
    };
    backend.answers.set('GET calendar_feeds/', listed(phone, others));
    backend.answers.set('GET departments/', {
      body: { count: 1, results: [{ id: 'd'.repeat(24), etag: '"1"', name: 'North', can: {} }] },
    });
    backend.answers.set('POST calendar_feeds/', { status: 201, body: { address, qr: '<svg/>', record: phone } });
    await open({ ...manager, role: 'owner' });
    expect(await screen.findByText('Una: Laptop')).toBeInTheDocument();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Add a feed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a feed' }));
    await user.type(await dialog.findByLabelText('Name'), 'Wall');
    await user.click(await dialog.findByRole('button', { name: /Contents/ }));
    await user.click(await screen.findByRole('option', { name: 'One department' }));
    await user.click(await dialog.findByRole('button', { name: /Department/ }));
    await user.click(await screen.findByRole('option', { name: 'North' }));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByRole('alertdialog', { name: 'Copy the address now' });
    expect(backend.callsTo('calendar_feeds/').find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Wall',
      covers: 'department',
      department: 'd'.repeat(24),
    });
  });
});
