import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomId } from '../../server/randomId.ts';
import { captions } from '../../server/seed/media.ts';
import { anyDatabase, raceRounds, testStart, type TestBackend } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { film, picture, upload } from '../support/uploads.ts';
import { readPngQr, readSvgQr } from '../support/qr.ts';

type Calls = ReturnType<typeof callsOf>;

const nowhere = 'f'.repeat(24);
const hospital = { name: 'Landspítali', slug: 'landspitali' };

/** The number of responses by status. */
function tally(answers: { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

/** A reservation of a partner for an hour of the day after the test's, 11:00 UTC, in a shift of an interpreter. */
async function reserve(
  { database: { db }, addUser }: TestBackend,
  calls: Calls,
  { partner, status }: { partner: string; status: 'pending' | 'approved' },
): Promise<string> {
  const interpreter = await addUser({ role: 'interpreter' });
  const shift = { date: '2024-05-02', repeat: 'once', time_from: '09:00', time_to: '12:00', allowReservations: true };
  const place = { location_type: 'remote', request_type: 'online' };
  const planned = await calls.post('/schedules/', { ...shift, ...place, interpreter: interpreter.id });
  expect(planned.statusCode).toBe(201);
  const id = randomId();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('reservations')
      .values({
        id,
        name: 'Interview',
        status,
        starts: new Date('2024-05-02T08:00:00Z'),
        ends: new Date('2024-05-02T09:00:00Z'),
        location_type: 'remote',
        address: null,
        link: null,
        partner_id: partner,
        created: testStart,
      })
      .execute();
    await trx
      .insertInto('reservation_interpreters')
      .values({ reservation_id: id, interpreter_id: interpreter.id })
      .execute();
  });
  return id;
}

describe.each(anyDatabase)('partners, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const asManager = async (changes: Parameters<TestBackend['app']>[0] = {}) => {
    const app = await backend.app(changes);
    return { app, calls: callsOf(app, await backend.signedIn({ role: 'manager' })) };
  };

  const made = async (calls: Calls, url: string, form: object) => {
    const answer = await calls.post(url, form);
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
    return answer.json();
  };

  const namesOf = async (calls: Calls, url: string) =>
    (await calls.get(url)).json().results.map(({ name }: { name: string }) => name);

  // R106, R107, R108, R140
  it('are stored with all their fields', async () => {
    const { calls } = await asManager();
    const category = await made(calls, '/partner_categories/', { name: 'Hospitals' });
    const form = {
      name: 'Landspítali',
      slug: 'Landspitali-Haskolasjukrahus',
      contact_email: 'Mottaka@Landspitali.example',
      phone: '543 1000',
      category: category.id,
      website: 'https://www.landspitali.example/',
      custom_website: 'https://tulkun.landspitali.example/?lang=is',
      address: 'Hringbraut 101, Reykjavík',
      visibleInApp: true,
      display_venue: true,
      restrict_sessions: true,
    };
    const partner = await made(calls, '/partners/', form);
    expect(partner).toEqual({
      ...form,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      etag: expect.any(String),
      slug: 'landspitali-haskolasjukrahus',
      contact_email: 'mottaka@landspitali.example',
      phone: '+3545431000',
      category_name: 'Hospitals',
      logo: null,
      public_url: form.custom_website,
      users: 0,
      venues: 0,
      videos: 0,
      reservations: 0,
      created: '2024-05-01T07:00:00.000Z',
      can: { update: true, delete: true },
    });
    const url = `/partners/${partner.id}/`;
    expect((await calls.get(url)).json()).toEqual(partner);
    const emptied = await calls.patch(url, partner.etag, { category: null, phone: null, visibleInApp: false });
    expect(emptied.json()).toMatchObject({ category: null, category_name: null, phone: null, visibleInApp: false });
    expect(emptied.json()).toMatchObject({ slug: partner.slug, address: form.address, restrict_sessions: true });
    expect((await calls.patch(url, partner.etag, { name: 'Landspítalinn' })).statusCode).toBe(412);
    const trail = await backend.database.db
      .selectFrom('audit_entries')
      .select('act')
      .where('collection', '=', 'partners')
      .orderBy('id')
      .execute();
    expect(trail.map(({ act }) => act)).toEqual(['create', 'update']);
  });

  it('require a name and a slug only', async () => {
    const { calls } = await asManager();
    expect(await made(calls, '/partners/', hospital)).toMatchObject({
      contact_email: null,
      phone: null,
      category: null,
      website: null,
      custom_website: null,
      address: null,
      visibleInApp: false,
      display_venue: false,
      restrict_sessions: false,
      public_url: null,
    });
    expect((await calls.post('/partners/', {})).json().errors).toEqual({ name: ['required'], slug: ['required'] });
  });

  // R170
  it('are refused with wrong values, field by field', async () => {
    const { calls } = await asManager();
    const wrong = [
      [{ slug: 'a b' }, { slug: ['slug_invalid'] }],
      [{ slug: '-abc' }, { slug: ['slug_invalid'] }],
      [{ slug: 'a--b' }, { slug: ['slug_invalid'] }],
      [{ slug: 'spítali' }, { slug: ['slug_invalid'] }],
      [{ slug: 'ab' }, { slug: ['too_short'] }],
      [{ slug: 'x'.repeat(61) }, { slug: ['too_long'] }],
      [{ website: `https://a.example/${'x'.repeat(183)}` }, { website: ['link_too_long'] }],
      [{ custom_website: `https://a.example/${'x'.repeat(183)}` }, { custom_website: ['link_too_long'] }],
      [{ website: 'javascript:alert(1)' }, { website: ['link_invalid'] }],
      [{ website: 'ftp://a.example/' }, { website: ['link_invalid'] }],
      [{ website: 'www.a.example' }, { website: ['link_invalid'] }],
      [{ website: 'https://user:pass@a.example/' }, { website: ['link_invalid'] }],
      [{ contact_email: 'nobody' }, { contact_email: ['email_invalid'] }],
      [{ phone: '12' }, { phone: ['phone_invalid'] }],
      [{ category: nowhere }, { category: ['not_found'] }],
      [{ visibleInApp: 'perhaps' }, { visibleInApp: ['invalid'] }],
    ] as const;
    for (const [part, errors] of wrong) {
      const answer = await calls.post('/partners/', { ...hospital, ...part });
      expect([part, answer.statusCode, answer.json().code, answer.json().errors]).toEqual([
        part,
        400,
        'invalid',
        errors,
      ]);
    }
    expect((await calls.get('/partners/')).json().count).toBe(0);
    const website = `https://a.example/${'x'.repeat(182)}`;
    expect((await made(calls, '/partners/', { ...hospital, website })).website).toHaveLength(200);
  });

  // R174
  it('have unique slugs, ignoring case, and name the taken one', async () => {
    const { calls } = await asManager();
    await made(calls, '/partners/', hospital);
    const refused = await calls.post('/partners/', { name: 'Another', slug: 'LandSpitali' });
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'slug_taken',
      errors: { slug: ['slug_taken'] },
      values: { slug: 'landspitali' },
    });
    const other = await made(calls, '/partners/', { name: 'Another', slug: 'another' });
    const changed = await calls.patch(`/partners/${other.id}/`, other.etag, { slug: 'LANDSPITALI' });
    expect([changed.json().code, changed.json().values]).toEqual(['slug_taken', { slug: 'landspitali' }]);
    // While typing: whether a slug is free, ignoring case.
    const taken = (await calls.get('/partners/?slug=LandSpitali&page_size=1')).json();
    expect([taken.count, taken.results[0].name]).toEqual([1, 'Landspítali']);
    expect((await calls.get('/partners/?slug=landspital')).json().count).toBe(0);
  });

  it('are listed by their columns, searched and filtered', async () => {
    const { calls } = await asManager();
    const { id } = await made(calls, '/partner_categories/', { name: 'Courts' });
    await made(calls, '/partners/', { ...hospital, address: 'Hringbraut 1', phone: '543 1000', visibleInApp: true });
    await made(calls, '/partners/', { name: 'Borgarbókasafn', slug: 'library', address: 'Tryggvagata 15' });
    await made(calls, '/partners/', { name: 'Héraðsdómur', slug: 'court', phone: '432 5100', category: id });
    const [hospitalName, library, court] = ['Landspítali', 'Borgarbókasafn', 'Héraðsdómur'];
    expect(await namesOf(calls, '/partners/')).toEqual([library, court, hospitalName]);
    expect(await namesOf(calls, '/partners/?ordering=-name')).toEqual([hospitalName, court, library]);
    expect(await namesOf(calls, '/partners/?ordering=address')).toEqual([hospitalName, library, court]);
    expect(await namesOf(calls, '/partners/?ordering=phone')).toEqual([court, hospitalName, library]);
    expect(await namesOf(calls, '/partners/?ordering=visibleInApp')).toEqual([library, court, hospitalName]);
    expect(await namesOf(calls, '/partners/?visibleInApp=true')).toEqual([hospitalName]);
    expect(await namesOf(calls, `/partners/?category=${id}`)).toEqual([court]);
    expect(await namesOf(calls, '/partners/?search=TRYGGVA')).toEqual([library]);
    expect(await namesOf(calls, '/partners/?search=%2B354432')).toEqual([court]);
    expect((await calls.get('/partners/?ordering=slug')).json().errors).toEqual({ ordering: ['invalid'] });
  });

  it('are readable by interpreters, who may not change them', async () => {
    const { app, calls } = await asManager();
    const { id } = await made(calls, '/partners/', hospital);
    const interpreter = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
    expect((await interpreter.get(`/partners/${id}/`)).json().can).toEqual({ update: false, delete: false });
    expect((await interpreter.remove(`/partners/${id}/`)).json().code).toBe('forbidden');
    expect((await interpreter.get(`/partners/${id}/users/`)).json().code).toBe('forbidden');
    const me = (await interpreter.get('/auth/me/')).json();
    expect(me.verdicts.collections).toMatchObject({ partners: 'read', venues: 'read', videos: 'read' });
  });

  // R177
  it('prevent the deletion of their category', async () => {
    const { calls } = await asManager();
    const category = await made(calls, '/partner_categories/', { name: 'Hospitals' });
    expect([category.partners, category.can.delete]).toEqual([0, true]);
    const partner = await made(calls, '/partners/', { ...hospital, category: category.id });
    const [listed] = (await calls.get('/partner_categories/')).json().results;
    expect([listed.partners, listed.can]).toEqual([1, { update: true, delete: false }]);
    const refused = await calls.remove(`/partner_categories/${category.id}/`);
    expect(refused.json()).toMatchObject({ status: 409, code: 'category_has_partners' });
    await calls.patch(`/partners/${partner.id}/`, partner.etag, { category: null });
    expect((await calls.remove(`/partner_categories/${category.id}/`)).statusCode).toBe(204);
  });

  // R109
  it('have users with the role partner', async () => {
    const { app, calls } = await asManager();
    const partner = await made(calls, '/partners/', hospital);
    const other = await made(calls, '/partners/', { name: 'Another', slug: 'another' });
    const url = `/partners/${partner.id}/users/`;
    const form = { email: 'Anna@Landspitali.example', first_name: 'Anna', last_name: 'Jónsdóttir', phone: '5431000' };
    const anna = await made(calls, url, { ...form, role: 'partner' });
    expect(anna).toMatchObject({
      email: 'anna@landspitali.example',
      role: 'partner',
      approval_status: 'approved',
      phone: '+3545431000',
      partner: partner.id,
      partner_name: 'Landspítali',
    });
    expect((await calls.post(`/partners/${other.id}/users/`, form)).json()).toMatchObject({
      status: 409,
      errors: { email: ['email_taken'] },
    });
    expect((await calls.post(`/partners/${nowhere}/users/`, form)).json().code).toBe('not_found');
    expect((await calls.post(url, { ...form, role: 'owner' })).json().errors).toEqual({ role: ['invalid'] });
    expect((await calls.get(url)).json()).toMatchObject({ count: 1, results: [{ id: anna.id }] });
    expect((await calls.get(`/partners/${other.id}/users/`)).json().count).toBe(0);
    expect((await calls.get(`/users/?partner=${partner.id}`)).json().count).toBe(1);
    expect((await calls.get(`/partners/${nowhere}/users/`)).json().code).toBe('not_found');
    const login = { email: anna.email, password: 'whatever it was' };
    expect((await app.inject({ method: 'POST', url: '/auth/login/', payload: login })).statusCode).toBe(400);
    // A user with another role leaves the partner.
    const moved = await calls.patch(`/users/${anna.id}/`, anna.etag, { role: 'deaf' });
    expect([moved.statusCode, moved.json().partner]).toEqual([200, null]);
    expect((await calls.get(url)).json().count).toBe(0);
  });

  // R178
  it('cannot be deleted with users', async () => {
    const { calls } = await asManager();
    const { id } = await made(calls, '/partners/', hospital);
    const form = { email: 'anna@landspitali.example', first_name: 'Anna', last_name: 'Jónsdóttir' };
    const anna = await made(calls, `/partners/${id}/users/`, form);
    expect((await calls.get(`/partners/${id}/`)).json()).toMatchObject({ users: 1, can: { delete: false } });
    expect((await calls.remove(`/partners/${id}/`)).json()).toMatchObject({ status: 409, code: 'partner_has_users' });
    expect((await calls.remove(`/users/${anna.id}/`)).statusCode).toBe(204);
    expect((await calls.remove(`/partners/${id}/`)).statusCode).toBe(204);
    expect((await calls.get(`/partners/${id}/`)).statusCode).toBe(404);
  });

  // R178
  it('cannot be deleted with future approved reservations', async () => {
    const { app, calls } = await asManager();
    const manager = async () => callsOf(app, await backend.signedIn({ role: 'manager' }));
    const [busy, waiting] = [
      await made(calls, '/partners/', hospital),
      await made(calls, '/partners/', { name: 'Another', slug: 'another' }),
    ];
    const reservation = await reserve(backend, calls, { partner: busy.id, status: 'approved' });
    await reserve(backend, calls, { partner: waiting.id, status: 'pending' });
    expect((await calls.get(`/partners/${busy.id}/`)).json()).toMatchObject({
      reservations: 1,
      can: { update: true, delete: false },
    });
    expect((await calls.remove(`/partners/${busy.id}/`)).json()).toMatchObject({
      status: 409,
      code: 'partner_has_reservations',
    });
    expect((await calls.remove(`/partners/${waiting.id}/`)).statusCode).toBe(204);
    // Until the last of them is over.
    backend.pass(25.5 * 3_600_000);
    expect((await (await manager()).remove(`/partners/${busy.id}/`)).statusCode).toBe(409);
    backend.pass(0.5 * 3_600_000);
    expect((await (await manager()).remove(`/partners/${busy.id}/`)).statusCode).toBe(204);
    const { db } = backend.database;
    const gone = await db.selectFrom('reservations').select('partner_id').where('id', '=', reservation).execute();
    expect(gone).toEqual([{ partner_id: null }]);
  });

  it('leave their interpretations unchanged, without access to them', async () => {
    const { app, calls } = await asManager();
    const partner = await made(calls, '/partners/', hospital);
    const [id, other] = [randomId(), randomId()];
    const { db } = backend.database;
    const request = { channel: 'online', session_mode: 'VRI', location_type: 'remote', queue_type: 'social' } as const;
    await db
      .insertInto('interpretations')
      .values([
        { ...request, id, category: 'Heilsa', created: testStart, partner_id: partner.id },
        { ...request, id: other, category: 'Heilsa', created: testStart },
      ])
      .execute();
    const owner = callsOf(app, await backend.signedIn());
    const requests = async (query = '') => (await owner.get(`/interpretations/?${query}`)).json();
    const counted = async (query = '') =>
      (await owner.get(`/statistics/?output=objects&from_day=2024-05-01&to_day=2024-05-01${query}`)).json().totals
        .requests;
    const named = `partner[]=${partner.id}`;
    expect([(await requests(named)).count, await counted(`&${named}`)]).toEqual([1, 1]);
    expect((await calls.remove(`/partners/${partner.id}/`)).statusCode).toBe(204);

    const { etag, ...left } = (await owner.get(`/interpretations/${id}/`)).json();
    expect([etag, left.partner, left.partner_name]).toEqual(['"1"', null, null]);
    const all = await requests();
    expect(all.results.map((user: { partner: string | null }) => user.partner)).toEqual([null, null]);
    expect([(await requests(named)).count, await counted(`&${named}`), await counted()]).toEqual([0, 0, 2]);
    const report = await owner.get('/report/?output=csv&from_day=2024-05-01&to_day=2024-05-01');
    expect(report.body).not.toContain(hospital.name);
    // One entry shows it: nothing of theirs was written.
    const trail = (await owner.get('/audit/?collection=interpretations')).json();
    expect(trail.results.map(({ act }: { act: string }) => act)).toEqual(['create', 'create']);
    const unknown = { ...request, id: randomId(), category: 'Heilsa', created: testStart, partner_id: nowhere };
    await expect(db.insertInto('interpretations').values(unknown).execute()).rejects.toThrow(/foreign key/);
  });

  // R141
  it('have venues, which are deleted with them', async () => {
    const { calls } = await asManager();
    const partner = await made(calls, '/partners/', hospital);
    const other = await made(calls, '/partners/', { name: 'Another', slug: 'another' });
    const url = `/partners/${partner.id}/venues/`;
    const venue = await made(calls, url, { name: 'Fossvogur', address: 'Fossvogi 1' });
    expect(venue).toEqual({
      id: expect.any(String),
      etag: expect.any(String),
      partner: partner.id,
      name: 'Fossvogur',
      address: 'Fossvogi 1',
      public_url: null,
      created: '2024-05-01T07:00:00.000Z',
      can: { update: true, delete: true },
    });
    await made(calls, url, { name: 'Hringbraut' });
    expect(await namesOf(calls, url)).toEqual(['Fossvogur', 'Hringbraut']);
    expect(await namesOf(calls, `${url}?ordering=-name&search=hring`)).toEqual(['Hringbraut']);
    expect(await namesOf(calls, `/partners/${other.id}/venues/`)).toEqual([]);
    expect((await calls.get(`/partners/${nowhere}/venues/`)).json().code).toBe('not_found');
    expect((await calls.post(`/partners/${nowhere}/venues/`, { name: 'Nowhere' })).json().code).toBe('not_found');
    expect((await calls.post(url, { name: 'ab', address: 'x' })).json().errors).toEqual({
      name: ['too_short'],
      address: ['too_short'],
    });
    // A venue is found under its own partner only.
    for (const answer of [
      await calls.get(`/partners/${other.id}/venues/${venue.id}/`),
      await calls.patch(`/partners/${other.id}/venues/${venue.id}/`, venue.etag, { name: 'Moved' }),
      await calls.remove(`/partners/${other.id}/venues/${venue.id}/`),
      await calls.get(`/partners/${other.id}/venues/${venue.id}/qr/?format=svg`),
    ])
      expect(answer.json().code).toBe('not_found');
    const changed = await calls.patch(`${url}${venue.id}/`, venue.etag, { address: null });
    expect(changed.json()).toMatchObject({ name: 'Fossvogur', address: null });
    expect((await calls.patch(`${url}${venue.id}/`, venue.etag, { name: 'Late' })).statusCode).toBe(412);
    expect((await calls.remove(`${url}${venue.id}/`)).statusCode).toBe(204);
    expect((await calls.get(`/partners/${partner.id}/`)).json().venues).toBe(1);
    expect((await calls.remove(`/partners/${partner.id}/`)).statusCode).toBe(204);
    expect(await backend.database.db.selectFrom('venues').select('id').execute()).toEqual([]);
  });

  // R105, R141
  it('have QR codes with their public address, as do their venues', async () => {
    const { app, calls } = await asManager({ options: { appUrl: 'https://app.testland.example/' } });
    const { headers } = await backend.signedIn();
    const qr = async (url: string) => {
      const answer = await app.inject({ method: 'GET', url, headers });
      expect(answer.statusCode).toBe(200);
      return { type: answer.headers['content-type'], name: answer.headers['content-disposition'], answer };
    };
    const partner = await made(calls, '/partners/', hospital);
    const website = 'https://tulkun.landspitali.example/a?b=<c>&d="e"';
    const custom = await made(calls, '/partners/', { name: 'Own page', slug: 'own-page', custom_website: website });
    const venue = await made(calls, `/partners/${partner.id}/venues/`, { name: 'Göngudeild: 2. hæð' });

    const svg = await qr(`/partners/${partner.id}/qr/?format=svg`);
    expect([svg.type, svg.name]).toEqual(['image/svg+xml; charset=utf-8', 'attachment; filename="landspitali-qr.svg"']);
    const address = 'https://app.testland.example/landspitali';
    expect(readSvgQr(svg.answer.body)).toEqual({ text: address, title: address });

    const png = await qr(`/partners/${partner.id}/qr/?format=png`);
    expect([png.type, png.name]).toEqual(['image/png', 'attachment; filename="landspitali-qr.png"']);
    const read = readPngQr(png.answer.rawPayload);
    expect(read.text).toBe(address);
    expect(read.size).toBeGreaterThan(400);

    const escaped = await qr(`/partners/${custom.id}/qr/?format=svg`);
    expect(readSvgQr(escaped.answer.body).text).toBe(website);
    expect(escaped.answer.body).not.toContain('<c>');

    const venueUrl = `${address}?venue=${venue.id}`;
    expect(venue.public_url).toBe(venueUrl);
    const ofVenue = await qr(`/partners/${partner.id}/venues/${venue.id}/qr/?format=png`);
    expect(ofVenue.name).toBe('attachment; filename="landspitali-gongudeild-2-haed-qr.png"');
    expect(readPngQr(ofVenue.answer.rawPayload).text).toBe(venueUrl);
    const svgOfVenue = await qr(`/partners/${partner.id}/venues/${venue.id}/qr/?format=svg`);
    expect(readSvgQr(svgOfVenue.answer.body).text).toBe(venueUrl);
    expect((await calls.get(`/partners/${partner.id}/qr/?format=gif`)).json().errors).toEqual({ format: ['invalid'] });
  });

  it('lead to their page in the app, also if they have a website', async () => {
    const { calls } = await asManager({ options: { appUrl: 'https://app.testland.example/' } });
    const partner = await made(calls, '/partners/', { ...hospital, website: 'https://www.landspitali.example/' });
    expect(partner.public_url).toBe('https://app.testland.example/landspitali');
  });

  it('use their own website if the app’s address is not set, and have no address without one', async () => {
    const { calls } = await asManager();
    const website = 'https://www.landspitali.example/';
    const partner = await made(calls, '/partners/', { ...hospital, website });
    expect(partner.public_url).toBe(website);
    expect(readSvgQr((await calls.get(`/partners/${partner.id}/qr/?format=svg`)).body).text).toBe(website);
    const bare = await made(calls, '/partners/', { name: 'Another', slug: 'another' });
    const venue = await made(calls, `/partners/${bare.id}/venues/`, { name: 'Hringbraut' });
    for (const url of [`/partners/${bare.id}/qr/`, `/partners/${bare.id}/venues/${venue.id}/qr/`])
      expect((await calls.get(`${url}?format=svg`)).json()).toMatchObject({ status: 409, code: 'no_public_address' });
  });

  // R110, R142
  it('have videos, in separate categories', async () => {
    const { calls } = await asManager();
    const partner = await made(calls, '/partners/', hospital);
    const other = await made(calls, '/partners/', { name: 'Another', slug: 'another' });
    const category = await made(calls, '/video_categories/', { name: 'Admission' });
    const url = `/partners/${partner.id}/videos/`;
    const form = { title: 'How to check in', category: category.id, url: 'https://video.example/check-in.mp4' };
    const video = await made(calls, url, form);
    expect(video).toEqual({
      ...form,
      id: expect.any(String),
      etag: expect.any(String),
      partner: partner.id,
      category_name: 'Admission',
      file: null,
      captions: null,
      captions_language: null,
      created: '2024-05-01T07:00:00.000Z',
      can: { update: true, delete: true },
    });
    backend.pass(1000);
    await made(calls, url, { title: 'Visiting hours', url: 'https://video.example/visits.mp4' });
    const titles = async (query: string) =>
      (await calls.get(`${url}?${query}`)).json().results.map(({ title }: { title: string }) => title);
    expect(await titles('')).toEqual(['Visiting hours', 'How to check in']);
    expect(await titles('ordering=title')).toEqual(['How to check in', 'Visiting hours']);
    expect(await titles(`category=${category.id}`)).toEqual(['How to check in']);
    expect(await titles('search=admission')).toEqual(['How to check in']);
    expect((await calls.get(`/partners/${other.id}/videos/`)).json().count).toBe(0);
    expect((await calls.get(`/partners/${nowhere}/videos/`)).json().code).toBe('not_found');
    expect((await calls.get(`/partners/${other.id}/videos/${video.id}/`)).json().code).toBe('not_found');
    expect((await calls.post(url, { title: 'A', url: 'javascript:1' })).json().errors).toEqual({
      title: ['too_short'],
      url: ['link_invalid'],
    });
    expect((await calls.post(url, { title: 'From nowhere' })).json().errors).toEqual({ url: ['required'] });
    expect((await calls.post(url, { ...form, category: nowhere })).json().errors).toEqual({ category: ['not_found'] });
    expect((await calls.post('/video_categories/', { name: 'ADMISSION' })).json().code).toBe('category_taken');
    const [listed] = (await calls.get('/video_categories/')).json().results;
    expect([listed.name, listed.videos]).toEqual(['Admission', 1]);
    const renamed = await calls.patch(`/video_categories/${category.id}/`, category.etag, { name: 'Arrival' });
    expect(renamed.json()).toMatchObject({ name: 'Arrival', videos: 1 });
    // Deleting a category keeps its videos.
    expect((await calls.remove(`/video_categories/${category.id}/`)).statusCode).toBe(204);
    const left = (await calls.get(`${url}${video.id}/`)).json();
    expect([left.category, left.category_name]).toEqual([null, null]);
    const changed = await calls.patch(`${url}${video.id}/`, left.etag, { title: 'Checking in' });
    expect(changed.json()).toMatchObject({ title: 'Checking in', url: form.url });
    expect((await calls.remove(`${url}${video.id}/`)).statusCode).toBe(204);
    expect((await calls.get(`/partners/${partner.id}/`)).json().videos).toBe(1);
  });

  it('have a logo, which is deleted when it is replaced', async () => {
    const app = await backend.app();
    const manager = await backend.signedIn({ role: 'manager' });
    const calls = callsOf(app, manager);
    const logo = async (colour: string, by = manager) =>
      (await upload(app, by, { purpose: 'logo', bytes: await picture(colour) })).json();
    const red = await logo('#aa0000');
    const partner = await made(calls, '/partners/', { ...hospital, logo: red.id });
    expect(partner.logo).toMatchObject({ id: red.id, media_type: 'image/png', width: 40, height: 20 });
    expect((await app.inject(`/${partner.logo.url}`)).headers['content-type']).toBe('image/png');
    const [listed] = (await calls.get('/partners/')).json().results;
    expect(listed.logo).toEqual(partner.logo);
    const url = `/partners/${partner.id}/`;
    const blue = await logo('#0000aa');
    const changed = await calls.patch(url, partner.etag, { logo: blue.id });
    expect([changed.json().logo.id, changed.json().etag === partner.etag]).toEqual([blue.id, false]);
    expect((await app.inject(`/${partner.logo.url}`)).statusCode).toBe(404);
    // Saved without a change.
    const same = await calls.patch(url, changed.json().etag, { logo: blue.id });
    expect([same.statusCode, same.json().logo.id]).toEqual([200, blue.id]);
    // Neither another person's upload, nor another partner's logo, nor a file with another purpose.
    const others = await logo('#00aa00', await backend.signedIn({ role: 'manager' }));
    const clip = (await upload(app, manager, { purpose: 'video', bytes: film(1000), name: 'a.mp4' })).json();
    for (const id of [others.id, clip.id, blue.id, nowhere]) {
      const refused = await calls.post('/partners/', { name: 'Another', slug: 'another', logo: id });
      expect([refused.statusCode, refused.json().errors]).toEqual([400, { logo: ['not_found'] }]);
    }
    const none = await calls.patch(url, same.json().etag, { logo: null });
    expect(none.json().logo).toBeNull();
    const { db } = backend.database;
    const left = await db.selectFrom('files').select('id').where('collection', '=', 'partners').execute();
    expect(left).toEqual([]);
  });

  it('have uploaded videos, which support ranges and are deleted with the partner', async () => {
    const app = await backend.app();
    const manager = await backend.signedIn({ role: 'manager' });
    const calls = callsOf(app, manager);
    const { id } = await made(calls, '/partners/', hospital);
    const url = `/partners/${id}/videos/`;
    const bytes = film(2000);
    const clip = async () => (await upload(app, manager, { purpose: 'video', bytes, name: 'Móttaka.mp4' })).json();
    const video = await made(calls, url, { title: 'How to check in', file: (await clip()).id });
    expect(video).toMatchObject({ url: null, file: { media_type: 'video/mp4', size: 2000 } });
    const part = await app.inject({ url: `/${video.file.url}`, headers: { range: 'bytes=1000-1009' } });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1000-1009/2000']);
    expect(part.rawPayload).toEqual(bytes.subarray(1000, 1010));
    const link = 'https://video.example/check-in.mp4';
    const both = await calls.post(url, { title: 'From two places', url: link, file: (await clip()).id });
    expect(both.json().errors).toEqual({ file: ['invalid'] });
    const stranger = await calls.post(url, { title: 'From nowhere', file: nowhere });
    expect(stranger.json().errors).toEqual({ file: ['not_found'] });
    // A link replaces a file, and a file replaces a link.
    const linked = await calls.patch(`${url}${video.id}/`, video.etag, { url: link });
    expect(linked.json()).toMatchObject({ url: link, file: null });
    expect((await app.inject(`/${video.file.url}`)).statusCode).toBe(404);
    const nothing = await calls.patch(`${url}${video.id}/`, linked.json().etag, { url: null });
    expect(nothing.json().errors).toEqual({ url: ['required'] });
    const again = await calls.patch(`${url}${video.id}/`, linked.json().etag, { file: (await clip()).id });
    expect(again.json()).toMatchObject({ url: null, file: { size: 2000 } });
    const renamed = await calls.patch(`${url}${video.id}/`, again.json().etag, { title: 'Checking in' });
    expect(renamed.json()).toMatchObject({ title: 'Checking in', file: { id: again.json().file.id } });
    expect((await calls.remove(`/partners/${id}/`)).statusCode).toBe(204);
    expect((await app.inject(`/${again.json().file.url}`)).statusCode).toBe(404);
  });

  it('have captions of uploaded videos in a language, which go with their video', async () => {
    const app = await backend.app();
    const manager = await backend.signedIn({ role: 'manager' });
    const calls = callsOf(app, manager);
    const { id } = await made(calls, '/partners/', hospital);
    const url = `/partners/${id}/videos/`;
    const sent = (purpose: 'video' | 'captions', bytes: Buffer) =>
      upload(app, manager, { purpose, bytes, name: 'a.vtt' });
    const file = async () => (await sent('video', film(2000))).json().id;
    const text = async () => (await sent('captions', captions('Góðan dag', 12))).json().id;
    expect((await sent('captions', Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nSubRip'))).json().code).toBe(
      'file_type_refused',
    );
    const windows1257 = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\n\u00deod\u00fei', 'latin1');
    expect((await sent('captions', windows1257)).json().code).toBe('captions_not_utf8');
    expect((await sent('video', captions('Góðan dag', 12))).json().code).toBe('file_type_refused');

    const silent = await calls.post(url, { title: 'No language', file: await file(), captions: await text() });
    expect(silent.json().errors).toEqual({ captions_language: ['required'] });
    const elsewhere = { title: 'Elsewhere', url: 'https://video.example/a.mp4', captions: await text() };
    expect((await calls.post(url, { ...elsewhere, captions_language: 'is' })).json().errors).toEqual({
      captions: ['invalid'],
    });

    const form = { title: 'How to check in', file: await file(), captions: await text(), captions_language: 'is' };
    const video = await made(calls, url, form);
    expect(video).toMatchObject({ captions: { id: form.captions, media_type: 'text/vtt' }, captions_language: 'is' });
    const served = await app.inject(`/${video.captions.url}`);
    expect([served.body.startsWith('WEBVTT'), served.headers['content-type']]).toEqual([true, 'text/vtt']);
    const other = await calls.patch(`${url}${video.id}/`, video.etag, { captions_language: 'en' });
    expect(other.json()).toMatchObject({ captions: { id: form.captions }, captions_language: 'en' });
    const without = await calls.patch(`${url}${video.id}/`, other.json().etag, { captions: null });
    expect(without.json()).toMatchObject({ file: { size: 2000 }, captions: null, captions_language: null });
    expect((await app.inject(`/${video.captions.url}`)).statusCode).toBe(404);

    const again = { captions: await text(), captions_language: 'is' };
    const captioned = await calls.patch(`${url}${video.id}/`, without.json().etag, again);
    const moved = await calls.patch(`${url}${video.id}/`, captioned.json().etag, { url: elsewhere.url });
    expect(moved.json()).toMatchObject({ file: null, captions: null, captions_language: null });
    const { db } = backend.database;
    expect(await db.selectFrom('files').select('id').where('collection', '=', 'videos').execute()).toEqual([]);
  });

  it('have no videos while the flag is off', async () => {
    const { calls } = await asManager({ flags: { videos: false } });
    const { id } = await made(calls, '/partners/', hospital);
    for (const url of [`/partners/${id}/videos/`, '/video_categories/'])
      expect((await calls.get(url)).json().code).toBe('feature_off');
    const { collections } = (await calls.get('/auth/me/')).json().verdicts;
    expect(collections).toMatchObject({ partners: 'write', videos: 'none', video_categories: 'none' });
  });

  /** Each race runs several times in two server processes on one database, always with the same outcome. */
  describe('concurrently', () => {
    let calls: Calls;
    let other: Calls;
    const rounds = Array.from({ length: raceRounds }, (_, index) => index);
    beforeEach(async () => {
      calls = callsOf(await backend.app(), await backend.signedIn());
      other = callsOf(await backend.app(), await backend.signedIn());
    });

    it('one of twenty gets a slug, ignoring case', async () => {
      for (const round of rounds) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, turn) =>
            (turn % 2 ? calls : other).post('/partners/', {
              name: `Race ${round}`,
              slug: turn % 3 ? `race-${round}` : `RACE-${round}`,
            }),
          ),
        );
        expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
      }
    });

    it('a category is deleted or a partner added to it, never both', async () => {
      const ends = { deleted: 0, assigned: 0 };
      for (const round of rounds) {
        const { id } = (await calls.post('/partner_categories/', { name: `Category ${round}` })).json();
        const partner = (await calls.post('/partners/', { name: 'Waiting', slug: `waiting-${round}` })).json();
        const remove = () => calls.remove(`/partner_categories/${id}/`);
        const assign = () =>
          round % 4 < 2
            ? other.patch(`/partners/${partner.id}/`, partner.etag, { category: id })
            : other.post('/partners/', { name: 'New', slug: `new-${round}`, category: id });
        // The order alternates by round.
        const [first, second] = await Promise.all(round % 2 ? [remove(), assign()] : [assign(), remove()]);
        const [removed, assigned] = round % 2 ? [first, second] : [second, first];
        if (removed.statusCode === 204) {
          ends.deleted += 1;
          expect(assigned.json()).toMatchObject({ status: 400, errors: { category: ['not_found'] } });
          expect((await calls.get(`/partner_categories/${id}/`)).statusCode).toBe(404);
        } else {
          ends.assigned += 1;
          expect(removed.json()).toMatchObject({ status: 409, code: 'category_has_partners' });
          expect([200, 201]).toContain(assigned.statusCode);
          expect((await calls.get(`/partner_categories/${id}/`)).json().partners).toBe(1);
        }
      }
      expect(ends.deleted + ends.assigned).toBe(rounds.length);
    });

    // A single connection has no concurrent statements.
    if (kind === 'postgres')
      it('a partner waits for a reservation being approved, and stays', async () => {
        const partner = (await calls.post('/partners/', { name: 'Court', slug: 'court' })).json();
        const id = await reserve(backend, calls, { partner: partner.id, status: 'pending' });
        const removed = await backend.database.db.transaction().execute(async (trx) => {
          await trx.updateTable('reservations').set({ status: 'approved' }).where('id', '=', id).execute();
          const answer = calls.remove(`/partners/${partner.id}/`);
          const winner = await Promise.race([answer, sleep(300, 'waits')]);
          expect(winner).toBe('waits');
          return { answer };
        });
        expect((await removed.answer).json().code).toBe('partner_has_reservations');
      });

    it('a partner is deleted or gets a user, never both', async () => {
      for (const round of rounds) {
        const { id } = (await calls.post('/partners/', { name: 'Short-lived', slug: `short-${round}` })).json();
        const form = { email: `race${round}@testland.example`, first_name: 'Anna', last_name: 'Jónsdóttir' };
        const remove = () => calls.remove(`/partners/${id}/`);
        const add = () => other.post(`/partners/${id}/users/`, form);
        const [first, second] = await Promise.all(round % 2 ? [remove(), add()] : [add(), remove()]);
        const [removed, added] = round % 2 ? [first, second] : [second, first];
        if (removed.statusCode === 204) expect([400, 404]).toContain(added.statusCode);
        else expect([removed.json().code, added.statusCode]).toEqual(['partner_has_users', 201]);
      }
    });
  });
});
