import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { NewClosureCategory } from '../../contract/closureCategories.ts';
import { NewContact } from '../../contract/contacts.ts';
import { NewDepartment } from '../../contract/departments.ts';
import { languages } from '../../contract/languages.ts';
import { NewPartnerCategory } from '../../contract/partnerCategories.ts';
import { PartnerChanges } from '../../contract/partners.ts';
import { ReservationChanges } from '../../contract/reservations.ts';
import { NewSlider } from '../../contract/sliders.ts';
import { UserChanges } from '../../contract/users.ts';
import { VenueChanges } from '../../contract/venues.ts';
import { VideoChanges } from '../../contract/videos.ts';
import { type FakeBackend, problem, startFakeBackend } from '../../tests/support/fakeBackend.ts';
import { mari } from '../../tests/support/person.ts';
import { openSignedIn, testTenant } from '../../tests/support/renderApp.ts';

/** The messages of R165 to R196, word for word, by their keys. */
const messages = {
  errors: {
    something_went_wrong: 'Something went wrong',
    no_permission_to_login: 'You do not have the permission to login to the program',
    bad_credentials: 'Please check email and password',
    required: 'This field is required',
    digits_4: 'The length should be 4 digits',
    phone_invalid: 'Phone number is not valid',
    passwords_must_match: 'Passwords must match',
    check_dates: 'Please check dates',
    event_in_past: 'You can not create events in the past. Please check date and time',
    schedule_not_found: 'Schedule not found',
    shift_overlap: 'This interpreter already has a shift for the chosen time.',
    shift_reserved: 'The time can not be changed. You have an approved reservation for this time',
    email_taken: 'The email has already been used.',
    category_taken: 'This category has already been created.',
    department_taken: 'A department with this name already exists.',
    slug_taken: 'The url {{slug}} was used by another partner',
    priority_reserved: 'You can not choose {{priorities}} priority',
  },
  queues: {
    reservedOne: 'You can not choose 1 priority',
    reservedTwo: 'You cannot choose priority 1 and 2',
  },
  demoAuth: {
    credentials: 'Please check your email and password',
    userExists: 'User already exists',
    invalidToken: 'Invalid authorization token',
    internal: 'Internal server error',
    expired: 'Expired token',
    signature: 'Invalid signature',
  },
};

function words(language: string, namespace: string): Record<string, string> {
  return JSON.parse(readFileSync(`src/i18n/locales/${language}/${namespace}.json`, 'utf8'));
}

const all = Object.entries(messages).flatMap(([namespace, texts]) =>
  Object.entries(texts).map(([key, text]) => ({ namespace, key, text })),
);

describe('the messages of the requirements', () => {
  // R165, R166, R169, R171, R182, R184, R185, R186, R187, R188, R189, R190, R191, R192, R193, R194, R195, R196
  test('read in English letter for letter', () => {
    expect(all.map(({ namespace, key }) => words('en', namespace)[key])).toEqual(all.map(({ text }) => text));
  });

  test.each(languages.filter((language) => language !== 'en'))('are translated into %s', (language) => {
    const missing = all.filter(({ namespace, key, text }) => {
      const said = words(language, namespace)[key]?.trim();
      return !said || said === text;
    });
    expect(missing).toEqual([]);
  });
});

const id = '00000000000000000000000a';
const stored = { id, etag: '"1"', created: '2024-04-30T10:00:00Z', can: { update: true, delete: true } };
const image = {
  id: '00000000000000000000000b',
  name: 'picture.png',
  media_type: 'image/png',
  size: 9,
  width: 3,
  height: 3,
  created: stored.created,
  url: 'files/b/content/',
  download_url: 'files/b/content/',
  links_expire: '2100-01-01T00:00:00Z',
};

const partner = {
  name: 'Museum',
  slug: 'museum',
  category: null,
  category_name: null,
  address: null,
  logo: null,
  phone: null,
  contact_email: null,
  website: null,
  custom_website: null,
  public_url: null,
  visibleInApp: true,
  display_venue: true,
  restrict_sessions: false,
  users: 0,
  venues: 0,
  videos: 0,
  reservations: 0,
};

const reservation = {
  name: 'Check-up',
  start: '2099-03-01T08:00:00Z',
  end: '2099-03-01T09:00:00Z',
  date: '2099-03-01',
  time: '10:00–11:00',
  time_from: '10:00',
  time_to: '11:00',
  type: 'site',
  address: 'Main Street 1',
  link: null,
  status: 'pending',
  interpreters: [],
  customer: null,
  customer_name: null,
  partner: null,
  partner_name: null,
  service_kind: 'interpretation',
  emergency: false,
  languages: [],
  note: null,
  files: [],
  is_past: false,
  answer: null,
  answered: null,
  answered_by_name: null,
  no_interpreters_in_shift: false,
};

/** Kinds of record that have a form, with the contract's schema of the body. */
const kinds = [
  { path: 'contacts', place: 'contacts', record: { name: 'Front desk', phoneNumber: '+3725550000' }, body: NewContact },
  { path: 'departments', place: 'departments', record: { name: 'North' }, body: NewDepartment },
  {
    path: 'partner_categories',
    place: 'partners/categories',
    record: { name: 'Hospitals', partners: 0 },
    body: NewPartnerCategory,
  },
  {
    path: 'closure_categories',
    place: 'closure',
    record: {
      title: 'Done',
      position: 1,
      main: true,
      parent: null,
      parent_title: null,
      group: null,
      subcategories: [],
    },
    body: NewClosureCategory,
  },
  { path: 'sliders', place: 'sliders', record: { title: 'Welcome', position: 1, image }, body: NewSlider },
  { path: 'users', place: 'users', record: { ...mari, id }, body: UserChanges },
  { path: 'partners', place: 'partners', record: partner, body: PartnerChanges },
  {
    path: `partners/${id}/venues`,
    place: `partners/${id}/venues`,
    record: { partner: id, name: 'Reading room', address: null, public_url: null },
    body: VenueChanges,
  },
  {
    path: `partners/${id}/videos`,
    place: `partners/${id}/videos`,
    record: {
      partner: id,
      title: 'Way out',
      category: null,
      category_name: null,
      url: 'https://x.example',
      file: null,
      captions: image,
      captions_language: 'is',
    },
    body: VideoChanges,
  },
  { path: 'reservations', place: 'reservations', record: reservation, body: ReservationChanges },
];
/** Switches: the server cannot refuse their values. */
const switched = ['visibleInApp', 'display_venue', 'restrict_sessions', 'emergency'];
/** A deployment whose forms have every field. */
const fullTenant = { ...testTenant, flags: { ...testTenant.flags, transcription: true } };

describe('an error of the server for a field', () => {
  let backend: FakeBackend;
  let close = () => undefined as void;

  beforeAll(async () => {
    backend = await startFakeBackend();
  });
  afterAll(() => backend.stop());
  afterEach(() => {
    close();
    localStorage.clear();
  });

  /** Decided in a separate dialog, not in the form. */
  const decided = ['reservations'];

  test.each(kinds)('is shown at each field of $path in the contract', async ({ path, place, record, body }) => {
    const fields = Object.keys(body.properties).filter((field) => ![...switched, ...decided].includes(field));
    backend.reset();
    for (const choices of ['departments', 'partner_categories', 'video_categories', 'users', 'partners'])
      backend.answers.set(`GET ${choices}/`, { body: { count: 0, results: [] } });
    backend.answers.set(`GET partners/${id}/`, { body: { ...stored, ...partner } });
    backend.answers.set(`GET ${path}/`, { body: { count: 0, results: [] } });
    backend.answers.set(`GET ${path}/${id}/`, { body: { ...stored, ...record } });
    backend.answers.set(
      `PATCH ${path}/${id}/`,
      problem('invalid', { errors: Object.fromEntries(fields.map((field) => [field, ['conflict']])) }),
    );
    close = (await openSignedIn(`/dashboard/${place}/${id}/edit`, backend, { tenant: fullTenant })).close;
    const form = within(await screen.findByRole('form'));
    const user = userEvent.setup();
    await user.type(form.getAllByRole('textbox')[0] ?? document.body, ' more');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const problems = await form.findAllByText(/^Someone else was changing this at the same moment/);
    expect(problems).toHaveLength(fields.length);
  });

  /** Forms with wrong values: the value of a field, and its message. */
  type Pairs = Record<string, string[]>;
  const wrong: { place: string; fields: Pairs; refused: Pairs; right: Record<string, string> }[] = [
    {
      place: 'users/create',
      fields: {
        first_name: ['', 'required'],
        last_name: ['www.evil.example', 'name_has_link'],
        email: ['nobody', 'email_invalid'],
        phone: ['12', 'phone_invalid'],
        personal_number_last4: ['123', 'digits_4'],
      },
      refused: { email: ['anna@example.org', 'email_taken'], phone: ['+3541', 'phone_invalid'] },
      right: { first_name: 'Anna', last_name: 'Ó', personal_number_last4: '1234' },
    },
    {
      place: 'partners/create',
      fields: {
        name: ['ab', 'too_short'],
        slug: ['two words', 'slug_invalid'],
        contact_email: ['nobody', 'email_invalid'],
        phone: ['none', 'phone_invalid'],
        website: ['museum', 'link_invalid'],
        custom_website: [`https://museum.example/${'x'.repeat(200)}`, 'link_too_long'],
      },
      refused: { slug: ['museum', 'slug_taken'], contact_email: ['desk@museum.example', 'email_invalid'] },
      right: { name: 'Museum', phone: '', website: '', custom_website: '' },
    },
    {
      place: 'reservations/create',
      fields: {
        name: ['ab', 'too_short'],
        date: ['01-03-2001', 'event_in_past'],
        time_from: ['', 'required'],
        time_to: ['', 'required'],
        address: ['No', 'too_short'],
        link: ['meet room', 'link_invalid'],
      },
      refused: {
        // In the future by the browser's clock.
        date: ['01-03-2099', 'event_in_past'],
        time_to: ['11:00', 'check_dates'],
        link: ['https://meet.example/', 'link_too_long'],
      },
      right: { name: 'Check-up', time_from: '10:00', address: 'Main Street 1' },
    },
  ];

  test.each(wrong)(
    'is shown in every language at the field it belongs to: $place',
    async ({ place, fields, refused, right }) => {
      backend.reset();
      for (const choices of ['departments', 'partner_categories', 'partners', 'users'])
        backend.answers.set(`GET ${choices}/`, { body: { count: 0, results: [] } });
      const options = languages.map((value) => ({ label: value, value, instance: 'EE', direction: 'ltr' as const }));
      const tenant = { ...testTenant, languages: options };
      close = (await openSignedIn(`/dashboard/${place}`, backend, { tenant })).close;
      const form = await screen.findByRole('form');
      const user = userEvent.setup();
      const input = (name: string) => {
        const [found] = form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);
        if (!found) throw new Error(`There is no field ${name}.`);
        return found;
      };
      const fill = async (values: Record<string, string>) => {
        for (const [name, value] of Object.entries(values)) {
          await user.clear(input(name));
          if (value) await user.click(input(name)).then(() => user.paste(value));
        }
      };
      const submit = () => user.click(form.querySelector<HTMLElement>('button[type="submit"]') ?? form);
      const firsts = (pairs: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(pairs).map(([name, [value]]) => [name, value ?? '']));
      const expectSaid = async (pairs: Record<string, string[]>) => {
        for (const language of languages) {
          localStorage.setItem('i18nextLng', language);
          window.dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: language }));
          await waitFor(() => {
            for (const [name, [value, code]] of Object.entries(pairs)) {
              const said = (words(language, 'errors')[code ?? ''] ?? '')
                .replace('{{slug}}', value ?? '')
                .replace('{{limit}}', '3');
              expect(input(name)).toHaveAccessibleDescription(expect.stringContaining(said));
            }
          });
        }
      };
      /** Chooses an option of a list in the form; negative numbers count from the end. */
      const choose = async ({ list, option }: { list: number; option: number }) => {
        const lists = [...form.querySelectorAll<HTMLElement>('button[aria-haspopup="listbox"]')];
        await user.click(lists.at(list) ?? form);
        await user.click((await screen.findAllByRole('option')).at(option) ?? form);
      };
      const kind = place.split('/')[0] ?? '';
      // The address field appears for on-site reservations only.
      if (kind === 'reservations') await choose({ list: -1, option: -1 });
      await fill(firsts(fields));
      await submit();
      await expectSaid(fields);

      await fill({ ...right, ...firsts(refused) });
      const errors = Object.fromEntries(Object.entries(refused).map(([name, [, code]]) => [name, [code ?? '']]));
      backend.answers.set(`POST ${kind}/`, problem('invalid', { status: 409, errors, values: { slug: 'museum' } }));
      // The role is required.
      if (kind === 'users') await choose({ list: 0, option: 0 });
      await submit();
      await expectSaid(refused);
    },
  );
});
