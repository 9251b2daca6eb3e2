import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Change } from '../../contract/events.ts';
import type { Contact } from '../../contract/contacts.ts';
import type { Notification as Notice } from '../../contract/notifications.ts';
import { absence } from '../../tests/support/absence.ts';
import { manager, problem } from '../../tests/support/fakeBackend.ts';
import { pollOnce } from '../../tests/support/pollOnce.ts';
import { closeApp, openSignedIn, backendOfFile } from '../../tests/support/renderApp.ts';
import { hearing } from '../../tests/support/reservation.ts';

const contact: Contact = {
  id: '0000000000000000000000c1',
  etag: '"1"',
  name: 'Night desk',
  phoneNumber: '+3725551234',
  created: '2024-05-01T10:00:00Z',
  can: { update: true, delete: true },
};
const user = { ...manager, offers: [...manager.offers, 'events' as const] };

const backend = backendOfFile();

/** The streams that pages opened: their headers, and how to send events on them. */
let streams: { headers: Headers; query: string; send: (event: string, id: string, data: object) => void }[] = [];

beforeAll(async () => {
  // jsdom has no Web Locks. One page holds the lock.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, _options: object, act: () => Promise<void>) => act() },
  });
});
afterAll(async () => {
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(navigator, 'vibrate');
});
beforeEach(() => {
  streams = [];
  backend.answers.set('GET contacts/', { body: { count: 1, results: [contact] } });
  backend.answers.set(`GET contacts/${contact.id}/`, { body: contact });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  Reflect.deleteProperty(window, 'Notification');
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
});

const stream = (request: Request) => {
  const texts = new TextEncoder();
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sink = controller) });
  streams.push({
    headers: request.headers,
    query: new URL(request.url).search,
    send: (event, id, data) =>
      sink?.enqueue(texts.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** Opens a page whose stream is open. Returns how to announce a change. */
async function openLive(path: string, person = user) {
  const site = { [new URL(`${backend.url}events/`).pathname]: stream };
  await openSignedIn(path, backend, { user: person, site });
  const { send } = await waitFor(() => streams[0] ?? Promise.reject(new Error('No stream was opened.')));
  send('start', 'e0', { resumed: true });
  let last = 0;
  return ({ etag = null, ...change }: Omit<Change, 'etag'> & Partial<Change>) =>
    send('change', `e${(last += 1)}`, { ...change, etag });
}

describe('a page', () => {
  test('shows what others have changed as soon as it is announced, and keeps the focus', async () => {
    const announce = await openLive('/dashboard/contacts');
    const link = await screen.findByRole('link', { name: 'Night desk' });
    link.focus();
    const changed = { ...contact, name: 'Day desk' };
    backend.answers.set('GET contacts/', { body: { count: 1, results: [changed] } });
    announce({ kind: 'contacts', id: contact.id });
    expect(await screen.findByRole('link', { name: 'Day desk' })).toHaveFocus();
    expect(streams[0]?.headers.get('authorization')).toBe('Token token-1');
    expect(streams[0]?.query).toMatch(/^\?age=\d+$/);
  });

  test('reads again only what a change concerns', async () => {
    const announce = await openLive('/dashboard/contacts');
    await screen.findByRole('link', { name: 'Night desk' });
    announce({ kind: 'sliders', id: null });
    backend.answers.set('GET contacts/', { body: { count: 0, results: [] } });
    announce({ kind: 'contacts', id: null });
    expect(await screen.findByText('No contacts yet')).toBeInTheDocument();
    expect(backend.callsTo('contacts/')).toHaveLength(2);
  });

  test('shows what an act on a person has done to their reservations', async () => {
    backend.answers.set('GET reservations/', { body: { count: 1, results: [hearing] } });
    const announce = await openLive('/dashboard/reservations');
    await screen.findByRole('link', { name: hearing.name });
    backend.answers.set('GET reservations/', { body: { count: 1, results: [{ ...hearing, name: 'Visit' }] } });
    announce({ kind: 'users', id: '00000000000000000000000a' });
    expect(await screen.findByRole('link', { name: 'Visit' })).toBeInTheDocument();
  });

  // As Firefox with all cookies blocked.
  test('is shown without a stream where the browser refuses a channel between its pages', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const channel = globalThis.BroadcastChannel;
    globalThis.BroadcastChannel = function refuse() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    } as unknown as typeof BroadcastChannel;
    await openSignedIn(`/dashboard/contacts/${contact.id}`, backend, { user });
    expect(await screen.findByRole('heading', { name: contact.name })).toBeInTheDocument();
    expect(streams).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    globalThis.BroadcastChannel = channel;
    warn.mockRestore();
  });

  test('opens no stream where the backend offers none', async () => {
    await openSignedIn(`/dashboard/contacts/${contact.id}/edit`, backend);
    await screen.findByRole('textbox', { name: 'Name' });
    expect(streams).toEqual([]);
    expect(backend.callsTo('editors/')).toEqual([]);
  });
});

describe('the form of a record', () => {
  test('says who else has it open, until they leave', async () => {
    backend.answers.set('POST editors/', { body: { others: ['Anna Karlsdóttir'] } });
    const announce = await openLive(`/dashboard/contacts/${contact.id}/edit`);
    expect(await screen.findByText('Anna Karlsdóttir is also editing this')).toBeInTheDocument();
    backend.answers.set('POST editors/', { body: { others: [] } });
    announce({ kind: 'editors', id: contact.id });
    await waitFor(() => expect(screen.queryByText(/is also editing this/)).toBeNull());
    const [{ form, ...record } = { form: '' }] = backend
      .callsTo('editors/')
      .map(({ body }) => body as { form: string });
    expect(record).toEqual({ kind: 'contacts', record: contact.id });
    backend.answers.set(`DELETE editors/${form}/`, { status: 204 });
    closeApp();
    await waitFor(() => expect(backend.callsTo(`editors/${form}/`)).toHaveLength(1));
  });
});

describe('while others change the same record', () => {
  test('the form of an absence is not saved over their change', async () => {
    const path = `absences/${absence.id}/`;
    backend.answers.set(`GET ${path}`, { body: absence });
    backend.answers.set('POST absences/preview/', problem('not_found'));
    backend.answers.set(`PATCH ${path}`, problem('precondition_failed'));
    const announce = await openLive(`/dashboard/absences/${absence.id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Mari Tamm' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Note' }), '!');
    backend.answers.set(`GET ${path}`, { body: { ...absence, etag: '"2"', note: 'A wedding' } });
    announce({ kind: 'absences', id: absence.id });
    await screen.findByText('A wedding');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/Someone else has changed this in the meantime/)).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Holiday!');
    expect(backend.callsTo(path).find(({ method }) => method === 'PATCH')?.headers['if-match']).toBe('"1"');
  });

  test('a file whose upload takes long is added to a reservation as it is then', async () => {
    const path = `reservations/${hearing.id}/`;
    const uploaded = Promise.withResolvers<void>();
    // The form data of Node refuse a file of jsdom.
    const append = jest.spyOn(FormData.prototype, 'append').mockImplementation(() => undefined);
    const file = {
      id: 'f'.repeat(24),
      name: 'map.pdf',
      media_type: 'application/pdf',
      size: 7,
      url: 'x',
      download_url: 'x',
    };
    backend.answers.set(`GET ${path}`, { body: hearing });
    backend.answers.set('POST files/', async () => {
      await uploaded.promise;
      return { status: 201, body: file };
    });
    backend.answers.set(`POST ${path}files/`, { body: { ...hearing, etag: '"3"', files: [file] } });
    const announce = await openLive(`/dashboard/reservations/${hearing.id}`);
    await screen.findByRole('button', { name: /Choose file/ });
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) await userEvent.upload(input, new File(['a plan.'], 'map.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(backend.callsTo('files/')).toHaveLength(1));
    backend.answers.set(`GET ${path}`, { body: { ...hearing, etag: '"2"', name: 'Trial' } });
    announce({ kind: 'reservations', id: hearing.id });
    await screen.findByRole('heading', { name: 'Trial', level: 1 });
    uploaded.resolve();
    await waitFor(() => expect(backend.callsTo(`${path}files/`)).toHaveLength(1));
    expect(backend.callsTo(`${path}files/`)[0]?.headers['if-match']).toBe('"2"');
    append.mockRestore();
  });
});

describe('a request that waits', () => {
  const request = { id: '0000000000000000000000d1', created: new Date(Date.now() - 125_000).toISOString() };
  let waiting = 0;
  beforeEach(() => {
    waiting = 2;
    backend.answers.set('GET interpretations/', ({ query }) => {
      const isLive = new URLSearchParams(query).get('channel[]') === 'live';
      return { body: { count: isLive ? waiting : 0, results: isLive && waiting > 0 ? [request] : [] } };
    });
  });
  const pill = (number: number) => screen.findByRole('link', { name: new RegExp(`^Requests waiting: ${number}`) });
  const band = () => screen.queryByRole('complementary', { name: 'Waiting requests' });
  const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

  test('is in the top bar of every page with a link to whom one can call, in the title and in the icon, until it is answered', async () => {
    const announce = await openLive('/dashboard/contacts');
    document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="http://localhost/assets/icon.svg">');
    waiting = 3;
    announce({ kind: 'interpretations', id: request.id });
    const link = await pill(3);
    expect(link).toHaveAttribute('href', `/dashboard/offline/${request.id}`);
    expect(link).toHaveTextContent(/longest 2:\d\d.*Find an interpreter/);
    expect(band()).toBeNull();
    await waitFor(() => expect(document.title).toBe('(3) Contacts · Viipesild'));
    expect(icon()).toMatch(/^data:image\/svg\+xml,.*3/);
    waiting = 0;
    announce({ kind: 'interpretations', id: request.id });
    await waitFor(() => expect(document.title).toBe('Contacts · Viipesild'));
    expect(screen.queryByRole('link', { name: /^Requests waiting/ })).toBeNull();
    expect(icon()).toBe('http://localhost/assets/icon.svg');
  });

  test('stays there while it cannot be read, and is read again soon', async () => {
    const announce = await openLive('/dashboard/contacts');
    await pill(2);
    const answer = backend.answers.get('GET interpretations/')!;
    backend.answers.set('GET interpretations/', problem('something_went_wrong'));
    const before = backend.callsTo('interpretations/').length;
    announce({ kind: 'interpretations', id: request.id });
    await waitFor(() => expect(backend.callsTo('interpretations/').length).toBeGreaterThan(before));
    // The answer of another page shows that the failure has arrived.
    announce({ kind: 'contacts', id: contact.id });
    await waitFor(() => expect(backend.callsTo('contacts/')).toHaveLength(2));
    expect(await pill(2)).toBeInTheDocument();
    waiting = 1;
    backend.answers.set('GET interpretations/', answer);
    expect(await pill(1)).toBeInTheDocument();
  });

  test('is counted in the title of a hidden page, also where no stream is open', async () => {
    await openLive('/dashboard/contacts');
    await waitFor(() => expect(document.title).toBe('(2) Contacts · Viipesild'));
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    waiting = 3;
    await pollOnce(15_000);
    await waitFor(() => expect(document.title).toBe('(3) Contacts · Viipesild'));
  });

  test('lets the device vibrate once if the person has chosen so', async () => {
    const vibrate = jest.fn(() => true);
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate });
    localStorage.setItem('app.settings', JSON.stringify({ vibration: true }));
    const announce = await openLive('/dashboard/contacts');
    await pill(2);
    expect(vibrate).toHaveBeenCalledTimes(1);
    waiting = 1;
    announce({ kind: 'interpretations', id: request.id });
    await pill(1);
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  test('is in a band over every page if it is an emergency', async () => {
    const id = '0000000000000000000000d2';
    backend.answers.set('GET interpretations/', ({ query }) => {
      const isOnline = new URLSearchParams(query).get('channel[]') === 'online';
      const results = isOnline ? [{ ...request, id, queue_type: 'emergency' }] : [];
      return { body: { count: results.length, results } };
    });
    await openLive('/dashboard/contacts');
    await waitFor(() => expect(band()).toHaveTextContent(/Emergencies waiting: 1.*longest 2:\d\d/));
    const link = within(band()!).getByRole('link', { name: 'Find an interpreter' });
    expect(link).toHaveAttribute('href', `/dashboard/online/${id}`);
    expect(screen.queryByRole('link', { name: /^Requests waiting/ })).toBeNull();
  });

  test('is shown to an interpreter while it is offered to them', async () => {
    const offer = {
      id: 'e'.repeat(24),
      kind: 'offers',
      title: 'Offer',
      path: null,
      created: request.created,
      read: false,
    };
    const answerUnread = (...results: object[]) =>
      backend.answers.set('GET notifications/', { body: { count: results.length, unread: results.length, results } });
    const newer = { ...offer, id: '9'.repeat(24), created: new Date().toISOString() };
    answerUnread(newer, offer, { ...offer, id: 'f'.repeat(24), kind: 'shifts' });
    const verdicts = { ...user.verdicts, overview: 'own' as const };
    const announce = await openLive('/dashboard/contacts', {
      ...user,
      verdicts,
      offers: [...user.offers, 'notifications'],
    });
    const link = await screen.findByRole('link', { name: /^Requests offered to you: 2/ });
    expect(link).toHaveTextContent(/longest 2:\d\d.*Answer on the video platform$/);
    expect(backend.callsTo('interpretations/')).toEqual([]);
    answerUnread();
    announce({ kind: 'notifications', id: null });
    await waitFor(() => expect(link).not.toBeInTheDocument());
  });
});

describe('a notification of the browser', () => {
  const notice = (id: string, title: string): Notice => ({
    id: id.repeat(24),
    kind: 'shifts',
    title,
    path: null,
    created: '2024-05-01T09:30:00Z',
    read: false,
  });
  const shown: string[] = [];
  beforeEach(() => {
    shown.length = 0;
    class Shown extends EventTarget {
      static readonly permission = 'granted';
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    Object.defineProperty(window, 'Notification', { configurable: true, value: Shown });
    backend.answers.set('GET notifications/', { body: { count: 0, unread: 0, results: [] } });
  });
  const answerNews = (...results: Notice[]) => backend.answers.set('GET notifications/news/', { body: { results } });
  const person = { ...user, offers: [...user.offers, 'notifications' as const] };

  test('is shown once, so that it stays away after somebody has dismissed it', async () => {
    answerNews(notice('a', 'First'));
    const announce = await openLive('/dashboard/contacts', person);
    announce({ kind: 'notifications', id: null });
    await waitFor(() => expect(shown).toEqual(['First']));
    answerNews(notice('a', 'First'), notice('b', 'Second'));
    announce({ kind: 'notifications', id: null });
    await waitFor(() => expect(shown).toEqual(['First', 'Second']));
  });

  test('is also shown if its announcement was missed', async () => {
    answerNews();
    await openLive('/dashboard/contacts', person);
    await screen.findByRole('link', { name: 'Night desk' });
    answerNews(notice('a', 'First'));
    streams[0]?.send('start', 'e9', { resumed: false });
    await waitFor(() => expect(shown).toEqual(['First']));
  });
});

describe('a write of the page itself', () => {
  const record = `contacts/${contact.id}/`;
  const name = () => screen.findByRole('textbox', { name: 'Name' });
  const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));
  let waiting = 0;
  beforeEach(() => {
    waiting = 1;
    const created = new Date().toISOString();
    backend.answers.set('GET interpretations/', ({ query }) => {
      const isLive = new URLSearchParams(query).get('channel[]') === 'live';
      return { body: isLive ? { count: waiting, results: [{ id: contact.id, created }] } : { count: 0, results: [] } };
    });
    backend.answers.set('POST editors/', { body: { others: [] } });
  });
  type Announce = Awaited<ReturnType<typeof openLive>>;
  const titleCounts = () => waitFor(() => expect(document.title).toContain(`(${waiting})`));
  /** Announces another waiting request, which every page counts: what was announced before has been taken in then. */
  const takeIn = async (announce: Announce) => {
    waiting += 1;
    announce({ kind: 'interpretations', id: null });
    await titleCounts();
  };
  /** The calls about contacts since the last call of this function, once everything announced has been taken in. */
  const newCalls = async (announce: Announce) => {
    await takeIn(announce);
    const calls = backend.calls.splice(0).map(({ method, path }) => `${method} ${path}`);
    return calls.filter((call) => call.includes('contacts/'));
  };
  const openPage = async (path: string) => {
    const announce = await openLive(path);
    await titleCounts();
    return announce;
  };
  const openForm = async () => {
    const announce = await openPage(`/dashboard/${record}edit`);
    await userEvent.type(await name(), ' 2');
    await newCalls(announce);
    return announce;
  };

  test('is one call: its answer is shown, and its announcement reads nothing again', async () => {
    const announce = await openForm();
    backend.answers.set(`PATCH ${record}`, { body: { ...contact, name: 'Night desk II', etag: '"2"' } });
    await press('Save');
    await screen.findByRole('heading', { name: 'Night desk II' });
    announce({ kind: 'contacts', id: contact.id, etag: '"2"' });
    expect(await newCalls(announce)).toEqual([`PATCH ${record}`]);
    const changed = { ...contact, name: 'Day desk', etag: '"3"' };
    backend.answers.set(`GET ${record}`, { body: changed });
    announce({ kind: 'contacts', id: contact.id, etag: '"3"' });
    await screen.findByRole('heading', { name: 'Day desk' });
    expect(await newCalls(announce)).toEqual([`GET ${record}`]);
  });

  test('is one call also if its announcement arrives before its answer', async () => {
    const announce = await openForm();
    backend.answers.set(`PATCH ${record}`, async () => {
      announce({ kind: 'contacts', id: contact.id, etag: '"2"' });
      await takeIn(announce);
      return { body: { ...contact, name: 'Night desk II', etag: '"2"' } };
    });
    await press('Save');
    await screen.findByRole('heading', { name: 'Night desk II' });
    expect(await newCalls(announce)).toEqual([`PATCH ${record}`]);
  });

  test('is followed by a read where the backend gives no versions', async () => {
    const { etag: _, ...unversioned } = contact;
    backend.answers.set(`GET ${record}`, { body: unversioned });
    const announce = await openForm();
    backend.answers.set(`PATCH ${record}`, { body: { id: contact.id } });
    backend.answers.set(`GET ${record}`, { body: { ...unversioned, name: 'Night desk II' } });
    await press('Save');
    await screen.findByRole('heading', { name: 'Night desk II' });
    expect(await newCalls(announce)).toEqual([`PATCH ${record}`, `GET ${record}`]);
  });

  test('that fails is followed by a read of what was announced meanwhile', async () => {
    const announce = await openForm();
    backend.answers.set(`PATCH ${record}`, () => {
      announce({ kind: 'contacts', id: contact.id, etag: '"4"' });
      return { status: 500 };
    });
    await press('Save');
    const calls = () => backend.calls.map(({ method, path }) => `${method} ${path}`);
    await waitFor(() => expect(calls()).toEqual(expect.arrayContaining([`PATCH ${record}`, `GET ${record}`])));
  });

  test('that creates a record is followed by one read of the list', async () => {
    const announce = await openPage('/dashboard/contacts/create');
    await userEvent.type(await name(), contact.name);
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), contact.phoneNumber);
    await newCalls(announce);
    backend.answers.set('POST contacts/', { status: 201, body: contact });
    await press('Add');
    await screen.findByRole('link', { name: contact.name });
    announce({ kind: 'contacts', id: contact.id, etag: contact.etag });
    expect(await newCalls(announce)).toEqual(['POST contacts/', 'GET contacts/']);
  });
});
