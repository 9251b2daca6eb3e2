import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Partner } from '../../../contract/partners.ts';
import { problem } from '../../../tests/support/fakeBackend.ts';
import { availabilities } from '#ui/form/FormUniqueField.tsx';
import { findPage, openSignedIn, backendOfFile } from '../../../tests/support/renderApp.ts';

const backend = backendOfFile();

const museum: Partner = {
  id: '00000000000000000000000a',
  etag: '"1"',
  name: 'City museum',
  contact_email: null,
  phone: '+3726000000',
  category: 'c1',
  category_name: 'Culture',
  website: null,
  custom_website: null,
  slug: 'museum',
  logo: null,
  address: 'Vene 17',
  visibleInApp: true,
  display_venue: false,
  restrict_sessions: false,
  public_url: null,
  users: 0,
  venues: 0,
  videos: 0,
  reservations: 0,
  created: '2024-04-30T10:00:00Z',
  can: { update: true, delete: true },
};
const place = `/dashboard/partners/${museum.id}`;
const main = () => within(screen.getByRole('main'));

async function open(path: string) {
  await openSignedIn(path, backend);
  // The first page of a run compiles the whole shell.
  await findPage();
  return userEvent.setup();
}

beforeEach(() => {
  backend.answers.set('GET partner_categories/', { body: { count: 1, results: [{ id: 'c1', name: 'Culture' }] } });
  backend.answers.set('GET partners/', { body: { count: 1, results: [museum] } });
  backend.answers.set(`GET partners/${museum.id}/`, { body: museum });
});

// R121
test('the list of partners has the required columns, and only its own entry is the current one', async () => {
  await open('/dashboard/partners');
  const row = await main().findByRole('row', { name: /City museum/ });
  expect(within(row).getByRole('link', { name: 'City museum' })).toHaveAttribute('href', place);
  expect(
    main()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Address', 'Phone', 'Visible in app']);
  for (const shown of ['Vene 17', '+3726000000', 'Visible']) expect(within(row).getByText(shown)).toBeInTheDocument();
  const navigation = within(screen.getByRole('navigation', { name: 'Navigation' }));
  expect(navigation.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([
    'Partners',
  ]);
});

// R106, R107, R108, R174
test('a partner cannot take the URL of another: its field shows an error with the name', async () => {
  backend.answers.set('GET partners/', { body: { count: 0, results: [] } });
  const user = await open('/dashboard/partners/create');
  await user.type(await main().findByLabelText('Name'), 'Town museum');
  await user.clear(main().getByLabelText('Name in the URL'));
  await user.type(main().getByLabelText('Name in the URL'), 'Town museum');
  await user.type(main().getByLabelText('Website'), 'museum');
  await user.click(main().getByRole('button', { name: 'Add' }));
  expect(await main().findByText('Use only the letters a to z, digits and hyphens between them.')).toBeInTheDocument();
  expect(main().getByText('Enter a link that begins with https:// or http://')).toBeInTheDocument();
  await user.clear(main().getByLabelText('Name in the URL'));
  await user.type(main().getByLabelText('Name in the URL'), 'museum');
  await user.clear(main().getByLabelText('Website'));
  for (const name of ['Visible in app', 'Display venue in app', 'Restrict sessions to its own people'])
    await user.click(main().getByRole('switch', { name }));
  backend.answers.set(
    'POST partners/',
    problem('slug_taken', { errors: { slug: ['slug_taken'] }, values: { slug: 'museum' } }),
  );
  await user.click(main().getByRole('button', { name: 'Add' }));
  expect(await main().findByText('The url museum was used by another partner')).toBeInTheDocument();
  backend.answers.set('POST partners/', { status: 201, body: museum });
  await user.click(main().getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(location.pathname).toBe(place));
  expect(backend.callsTo('partners/').findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Town museum',
    slug: 'museum',
    website: null,
    visibleInApp: true,
    display_venue: true,
    restrict_sessions: true,
  });
});

test('what is typed while a partner is added is in the form of that partner, not saved yet', async () => {
  backend.answers.set('GET partners/', { body: { count: 0, results: [] } });
  const user = await open('/dashboard/partners/create');
  await user.type(await main().findByLabelText('Name'), 'City museum');
  let answer = () => undefined as void;
  const sent = new Promise<void>((resolve) => (answer = resolve));
  backend.answers.set('POST partners/', async () => {
    await sent;
    return { status: 201, body: museum };
  });
  await user.click(main().getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(backend.callsTo('partners/').map(({ method }) => method)).toContain('POST'));
  await user.type(main().getByLabelText('Address'), 'Pikk 70');
  answer();
  expect(await main().findByText(/What you had typed is here again/)).toBeInTheDocument();
  expect(location.pathname).toBe(`${place}/edit`);
  expect(main().getByLabelText('Address')).toHaveValue('Pikk 70');
  backend.answers.set(`PATCH partners/${museum.id}/`, { body: { ...museum, address: 'Pikk 70' } });
  await user.click(main().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location.pathname).toBe(place));
  expect(backend.callsTo(`partners/${museum.id}/`).at(-1)?.body).toEqual({ address: 'Pikk 70' });
});

// R162
test('a name in the URL is loading, available, unavailable, or could not be asked about, as one types', async () => {
  const user = await open('/dashboard/partners/create');
  const field = await main().findByLabelText('Name in the URL');
  let answer = () => undefined as void;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  backend.answers.set('GET partners/', async () => {
    await asked;
    return { body: { count: 0, results: [] } };
  });
  await user.type(field, 'gallery');
  expect(await main().findByText('Checking gallery…')).toBeInTheDocument();
  answer();
  expect(await main().findByText('gallery is free')).toBeInTheDocument();
  backend.answers.set('GET partners/', { body: { count: 1, results: [museum] } });
  await user.clear(field);
  await user.type(field, museum.slug);
  expect(await main().findByText('The url museum was used by another partner')).toBeInTheDocument();
  backend.answers.set('GET partners/', problem('something_went_wrong'));
  await user.clear(field);
  await user.type(field, 'theatre');
  expect(await main().findByText('theatre could not be checked; saving it will tell.')).toBeInTheDocument();
  expect(availabilities.toSorted()).toEqual(['available', 'error', 'loading', 'unavailable']);
});

test('a name in the URL that is taken counts among the wrong fields, and is not sent', async () => {
  const user = await open('/dashboard/partners/create');
  await user.type(await main().findByLabelText('Name in the URL'), 'museum');
  expect(await main().findByText('The url museum was used by another partner')).toBeInTheDocument();
  await user.click(main().getByRole('button', { name: 'Add' }));
  expect(await main().findByText('2 fields need your attention')).toBeInTheDocument();
  await user.type(main().getByLabelText('Name'), 'Town museum');
  await user.click(main().getByRole('button', { name: 'Add' }));
  expect(await main().findByText('1 field needs your attention')).toBeInTheDocument();
  expect(backend.callsTo('partners/').map(({ method }) => method)).not.toContain('POST');
  backend.answers.set('GET partners/', { body: { count: 0, results: [] } });
  await user.type(main().getByLabelText('Name in the URL'), '2');
  await waitFor(() => expect(main().queryByText(/needs? your attention/)).toBeNull());
});

// R106
test('a new partner’s name in the URL is proposed from the name until another one is typed', async () => {
  const user = await open('/dashboard/partners/create');
  const name = await main().findByLabelText('Name');
  const slug = main().getByLabelText('Name in the URL');
  await user.type(name, 'Þjóðminjasafn Íslands ');
  expect(slug).toHaveValue('thjodminjasafn-islands');
  await user.type(name, '2');
  expect(slug).toHaveValue('thjodminjasafn-islands-2');
  await user.type(slug, '0');
  await user.type(name, '!');
  expect(slug).toHaveValue('thjodminjasafn-islands-20');
});

test('a website without https:// is completed when its field is left or the form is sent', async () => {
  backend.answers.set(`PATCH partners/${museum.id}/`, { body: museum });
  const user = await open(`${place}/edit`);
  const website = await main().findByLabelText('Website');
  await user.type(website, 'www.museum.example');
  await user.tab();
  expect(website).toHaveValue('https://www.museum.example');
  await user.type(main().getByLabelText('Custom website'), 'museum.example:8080/visit{Enter}');
  await screen.findByText('Saved');
  expect(backend.callsTo(`partners/${museum.id}/`).findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    website: 'https://www.museum.example',
    custom_website: 'https://museum.example:8080/visit',
  });
});

test('switches wait for Save like the other fields', async () => {
  backend.answers.set(`PATCH partners/${museum.id}/`, { body: { ...museum, visibleInApp: false, etag: '"2"' } });
  const user = await open(`${place}/edit`);
  await user.click(await main().findByRole('switch', { name: 'Visible in app' }));
  await user.type(main().getByLabelText('Name'), ' of art');
  expect(backend.callsTo(`partners/${museum.id}/`).map(({ method }) => method)).toEqual(['GET']);
  await user.click(main().getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(backend.callsTo(`partners/${museum.id}/`).findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'City museum of art',
    visibleInApp: false,
  });
});

test('a change of what the form does not contain does not conflict with it', async () => {
  backend.answers.set(`PATCH partners/${museum.id}/`, ({ headers }) =>
    headers['if-match'] === '"2"' ? { body: { ...museum, etag: '"3"' } } : problem('precondition_failed'),
  );
  const user = await open(`${place}/edit`);
  await user.type(await main().findByLabelText('Name'), ' of art');
  backend.answers.set(`GET partners/${museum.id}/`, { body: { ...museum, venues: 3, etag: '"2"' } });
  await user.click(main().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(screen.queryByText(/^Someone else has changed this/)).toBeNull();
  expect(backend.callsTo(`partners/${museum.id}/`).findLast(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'City museum of art',
  });
});

test('a partner is a page to read: labels, values and links, without inputs; without an act for people who may not change it', async () => {
  const email = 'desk@museum.example';
  const website = 'https://museum.example/';
  backend.answers.set(`GET partners/${museum.id}/`, {
    body: { ...museum, contact_email: email, website, can: { update: false, delete: false } },
  });
  await open(place);
  expect(await main().findByRole('heading', { name: 'Organisation', level: 2 })).toBeInTheDocument();
  await main().findByText('Culture');
  const facts = main()
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Name', 'City museum'],
    ['Name in the URL', 'museum'],
    ['Category', 'Culture'],
    ['Address', 'Vene 17'],
    ['Logo', '–'],
    ['E-mail', email],
    ['Phone', '+3726000000'],
    ['Website', website],
    ['Custom website', '–'],
    ['Visible in app', 'Yes'],
    ['Display venue in app', 'No'],
    ['Restrict sessions to its own people', 'No'],
  ]);
  expect(main().getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  expect(main().getByRole('link', { name: '+3726000000' })).toHaveAttribute('href', 'tel:+3726000000');
  expect(main().getByRole('link', { name: website })).toHaveAttribute('href', website);
  for (const role of ['textbox', 'switch', 'combobox', 'form'] as const) expect(main().queryByRole(role)).toBeNull();
  expect(main().queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(main().queryByRole('button', { name: 'More actions' })).toBeNull();
});

// R105, R141
test('the files of QR codes have the names that the API gives them, of partners and of venues', async () => {
  const files: string[] = [];
  URL.createObjectURL = () => 'blob:file';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  const public_url = 'https://app.example/museum';
  const venue = { id: '00000000000000000000000b', etag: '"1"', name: 'Hall 2: Göte', address: null, public_url };
  for (const [path, body] of [
    [`partners/${museum.id}/`, { ...museum, public_url }],
    [`partners/${museum.id}/venues/${venue.id}/`, { ...venue, can: museum.can }],
  ] as const) {
    backend.answers.set(`GET ${path}`, { body });
    backend.answers.set(`GET ${path}qr/`, { body: '<svg/>' });
  }
  for (const page of [place, `${place}/venues/${venue.id}`]) {
    const user = await open(page);
    for (const name of ['Download SVG', 'Download PNG']) {
      const button = await main().findByRole('button', { name });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
    }
    await waitFor(() => expect(files.length % 2).toBe(0));
  }
  expect(files).toEqual(['museum-qr.svg', 'museum-qr.png', 'museum-hall-2-gote-qr.svg', 'museum-hall-2-gote-qr.png']);
});

test('planners note on the page of a partner whom it prefers and whom it never wants again, with a reason', async () => {
  const anna = {
    id: 'a'.repeat(24),
    first_name: 'Anna',
    last_name: 'Mägi',
    email: 'anna@example.org',
    role: 'interpreter',
  };
  const noted = { id: 'b'.repeat(24), interpreter: 'c'.repeat(24), interpreter_name: 'Bo Saar' };
  const results = [{ ...noted, preference: 'never', reason: 'Came late twice' }];
  backend.answers.set('GET preferences/', { body: { results } });
  backend.answers.set('GET users/', { body: { count: 1, results: [anna] } });
  const user = await open(place);
  const panel = within(await main().findByRole('region', { name: 'Interpreters: preferred and never again' }));
  expect(await panel.findByRole('listitem')).toHaveTextContent('Bo SaarNever againCame late twice');
  await user.click(panel.getByRole('combobox', { name: 'Find an interpreter' }));
  await user.type(panel.getByRole('combobox', { name: 'Find an interpreter' }), 'Anna');
  await user.click(await screen.findByRole('option', { name: /Anna Mägi/ }));
  backend.answers.set('POST preferences/', { status: 201, body: { id: 'd'.repeat(24) } });
  await user.click(panel.getByRole('button', { name: 'Save the wish' }));
  expect(await screen.findByText('Wish about Anna Mägi saved')).toBeInTheDocument();
  expect(backend.callsTo('preferences/').map(({ body }) => body)).toContainEqual({
    ...{ partner: museum.id, interpreter: anna.id, preference: 'preferred', reason: null },
  });
  backend.answers.set(`DELETE preferences/${noted.id}/`, { status: 204 });
  await user.click(panel.getByRole('button', { name: 'Remove the wish about Bo Saar' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove the wish about Bo Saar?' }));
  expect(backend.callsTo(`preferences/${noted.id}/`)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Wish about Bo Saar removed')).toBeInTheDocument();
});
