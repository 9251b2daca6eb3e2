import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { ImportDetail } from '../../contract/imports.ts';
import { anyDatabase, type SignedIn, testStart } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { importsOf } from '../support/imports.ts';
import { workbook } from '../support/workbook.ts';

const hour = 60 * 60_000;

describe.each(anyDatabase)('imports, on the %s database', (kind) => {
  const backend = sharedBackendOf(kind);
  let app: FastifyInstance;
  let owner: SignedIn;
  let imports: ReturnType<typeof importsOf>;
  beforeEach(async () => {
    app = await backend.app({ options: { dashboardUrl: 'https://dashboard.testland.example/' } });
    await app.ready();
    owner = await backend.signedIn({ first_name: 'Ása', language: 'en' });
    imports = importsOf(app, owner);
  });
  afterEach(async () => {
    await app.close();
    await backend.reset();
  });

  const people = async () =>
    backend.database.db.selectFrom('users').select(['email', 'first_name', 'phone']).orderBy('email').execute();

  it('adds people, changes them, recognises them again, and undoes it', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org', first_name: 'Una', phone: null });
    const file =
      'E-mail;First name;Last name;Role;Phone;Nickname\nUNA@example.org;Unnur;Á;Túlkur;\nnew@example.org;Nói;B;deaf;555 1234;x\n';
    const before = await people();
    const { id, counts, mapping, people_to_notify } = await imports.checked('users', file);
    expect(mapping).toEqual({ email: 0, first_name: 1, last_name: 2, role: 3, phone: 4 });
    expect(counts).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 0 });
    expect(people_to_notify).toBe(0);
    expect(await people()).toEqual(before);
    const [changed] = await imports.rows(id);
    expect(changed?.changes).toContainEqual({ field: 'first_name', before: 'Una', after: 'Unnur' });

    expect(await imports.write(id)).toMatchObject({ state: 'written', error: null });
    expect(await people()).toMatchObject(
      expect.arrayContaining([
        { email: 'una@example.org', first_name: 'Unnur', phone: null },
        { email: 'new@example.org', first_name: 'Nói', phone: '+3545551234' },
      ]),
    );
    const log = (await imports.calls.get(`/audit/?request_id=import-${id}&page_size=100`)).json();
    expect(log.results.map(({ act, collection }: { act: string; collection: string }) => [act, collection])).toEqual([
      ['import', 'imports'],
      ['update', 'users'],
      ['create', 'users'],
    ]);
    expect(log.results[0].person_email).toBe(owner.email);

    const again = await imports.checked('users', file);
    expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });

    expect((await imports.calls.get(`/imports/${id}/undo/`)).json()).toMatchObject({
      removes: 1,
      restores: 1,
      left: [],
    });
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', left: 0 });
    expect(await people()).toEqual(before);
    expect(backend.sink.messages).toEqual([]);
  });

  it('names every reason, and writes nothing until somebody leaves the refused rows out', async () => {
    await backend.addUser({ role: 'manager', email: 'boss@example.org' });
    const { id, counts } = await imports.checked(
      'users',
      [
        'email,first_name,last_name,role,phone,department',
        'good@example.org,Góð,A,interpreter,,',
        'no address,,B,interpreter,12,Nowhere',
        'boss@example.org,Boss,C,interpreter,,',
        'GOOD@example.org,Again,D,pilot,,',
        'good@example.org,Again,D,interpreter,,',
        'linked@example.org,www.example.org,D,interpreter,,',
      ].join('\n'),
    );
    expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 5 });
    expect(await imports.issues(id)).toEqual([
      '3 first_name required',
      '3 department reference_unknown Nowhere',
      '3 phone phone_invalid 12',
      '3 email email_invalid',
      '4 role field_fixed manager',
      '5 role value_unknown pilot',
      '6 row_repeated 2',
      '7 first_name name_has_link',
    ]);
    const refused = await imports.calls.post(`/imports/${id}/write/`, { only_good: false, notify: false });
    expect(refused.json()).toMatchObject({ status: 409, code: 'import_has_refused' });
    expect(await imports.write(id, { only_good: true })).toMatchObject({ state: 'written' });
    expect(await people()).toContainEqual({ email: 'good@example.org', first_name: 'Góð', phone: null });
  });

  it('needs a recent proof to write people, and tells the other owners of managers among them', async () => {
    const other = await backend.addUser({ role: 'owner', language: 'en' });
    const { id } = await imports.checked(
      'users',
      'email,first_name,last_name,role\na@example.org,A,A,manager\nb@example.org,B,B,interpreter\n',
    );
    backend.pass(hour);
    const refused = await imports.calls.post(`/imports/${id}/write/`, { only_good: false, notify: false });
    expect(refused.json()).toMatchObject({ status: 403, code: 'insufficient_user_authentication' });
    await importsOf(app, await backend.openSession(owner)).write(id);
    await backend.mailsAreSent();
    expect(backend.sink.messages.map(({ to, subject }) => `${to.join()}: ${subject}`)).toEqual([
      `${other.email}: Brú & Co: A A has access now (Manager)`,
    ]);
  });

  it('invites new people only if somebody asks for it', async () => {
    const file = 'email,first_name,last_name,role\na@example.org,A,A,interpreter\nb@example.org,B,B,deaf\n';
    const { id, people_to_notify } = await imports.checked('users', file);
    expect(people_to_notify).toBe(1);
    await imports.write(id, { notify: true });
    await backend.mailsAreSent();
    expect(backend.sink.messages.flatMap(({ to }) => to)).toEqual(['a@example.org']);
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', left: 0 });
  });

  it('tells invited people that an undo has deleted their account, and nobody else', async () => {
    const newMails = async () => {
      await backend.mailsAreSent();
      return backend.sink.messages.splice(0).map(({ to, subject }) => `${to.join()}: ${subject}`);
    };
    const head = 'email,first_name,last_name,role,language';
    const invited = await imports.checked(
      'users',
      `${head}\na@example.org,A,A,interpreter,en\nb@example.org,B,B,deaf,en\n`,
    );
    await imports.write(invited.id, { notify: true });
    const silent = await imports.checked(
      'users',
      `${head}\nc@example.org,C,C,interpreter,en\nd@example.org,D,D,interpreter,en\n`,
    );
    await imports.write(silent.id);
    const [later] = await imports.rows(silent.id);
    await imports.calls.post(`/users/${later?.record}/invite/`);
    expect(await newMails()).toEqual([
      'a@example.org: Your account at Brú & Co',
      'c@example.org: Your account at Brú & Co',
    ]);
    expect(await imports.undo(invited.id)).toMatchObject({ left: 0 });
    expect(await newMails()).toEqual(['a@example.org: Your account with Brú & Co has been deleted']);
    expect(await imports.undo(silent.id)).toMatchObject({ left: 0 });
    expect(await newMails()).toEqual(['c@example.org: Your account with Brú & Co has been deleted']);
    expect(await people()).toMatchObject([{ email: owner.email }]);
  });

  it('shows which rows have become bad since the preview, and then writes the good ones', async () => {
    const una = await backend.addUser({ role: 'interpreter', email: 'una@example.org', first_name: 'Una' });
    const { id, counts } = await imports.checked(
      'users',
      'email,first_name,last_name,role\nuna@example.org,Unnur,A,interpreter\nnew@example.org,New,B,interpreter\n',
    );
    expect(counts).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 0 });
    await backend.database.db.updateTable('users').set({ role: 'manager' }).where('id', '=', una.id).execute();
    expect(await imports.write(id)).toMatchObject({
      state: 'checked',
      error: 'import_has_refused',
      written: null,
      counts: { new: 1, changed: 0, unchanged: 0, refused: 1 },
    });
    expect(await imports.issues(id)).toEqual(['2 role field_fixed manager']);
    expect(await people()).not.toContainEqual(expect.objectContaining({ email: 'new@example.org' }));
    expect(await imports.write(id, { only_good: true })).toMatchObject({ state: 'written', error: null });
    expect(await people()).toContainEqual({ email: 'new@example.org', first_name: 'New', phone: null });
  });

  it('names changes by the fields of the file', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org', first_name: 'Una', last_name: 'A' });
    await backend.addUser({ role: 'interpreter', email: 'eva@example.org', first_name: 'Eva', last_name: 'B' });
    const changesIn = async (what: 'shifts' | 'reservations', before: string, after: string) => {
      await imports.write((await imports.checked(what, before)).id);
      const [row] = await imports.rows((await imports.checked(what, after)).id);
      return row?.changes;
    };
    const shift = 'External id;Interpreter;Date;From;To;Location;Channel;Address;Travel time;May be reserved';
    expect(
      await changesIn(
        'shifts',
        `${shift}\nS1;una@example.org;2024-05-06;09:00;12:00;Remote;Online;;;Yes\n`,
        `${shift}\nS1;eva@example.org;2024-05-07;08:00;13:00;On site;Live;Street 1;30;No\n`,
      ),
    ).toEqual([
      { field: 'interpreter', before: 'Una A', after: 'Eva B' },
      { field: 'time_from', before: '09:00', after: '08:00' },
      { field: 'time_to', before: '12:00', after: '13:00' },
      { field: 'location_type', before: 'remote', after: 'site' },
      { field: 'address', before: null, after: 'Street 1' },
      { field: 'travel_time', before: '0', after: '30' },
      { field: 'request_type', before: 'online', after: 'live' },
      { field: 'allowReservations', before: 'true', after: 'false' },
      { field: 'date', before: '2024-05-06', after: '2024-05-07' },
    ]);
    const visit = 'Name;Date;From;To;Type;Address;Languages';
    expect(
      await changesIn(
        'reservations',
        `${visit}\nVisit;2024-05-08;10:00;11:00;Remote;;\n`,
        `${visit}\nVisit;2024-05-08;10:00;12:00;On site;Street 1;icl\n`,
      ),
    ).toEqual([
      { field: 'ends', before: '2024-05-08T08:00:00.000Z', after: '2024-05-08T09:00:00.000Z' },
      { field: 'type', before: 'remote', after: 'site' },
      { field: 'address', before: null, after: 'Street 1' },
      { field: 'languages', before: null, after: 'icl' },
    ]);
  });

  it('sends calendars a higher sequence with each change to a shift, so that they show the newest', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org', language: 'en' });
    const shift = (to: string) =>
      `Interpreter;Date;From;To;Location;Channel\nuna@example.org;2024-05-06;09:00;${to};Remote;Online\n`;
    const first = await imports.checked('shifts', shift('12:00'));
    await imports.write(first.id, { notify: true });
    const changed = await imports.checked('shifts', shift('11:00'));
    await imports.write(changed.id);
    await imports.undo(changed.id);
    await backend.mailsAreSent();
    const sequences = backend.sink.messages.map(({ calendars: [file] }) =>
      /^SEQUENCE:(.*)$/m.exec(file?.content ?? '')?.[1]?.trim(),
    );
    expect(sequences).toEqual(['1', '2', '3']);
  });

  it('leaves at an undo what was changed or is used since, and says so before', async () => {
    const { id } = await imports.checked('partners', 'Name;Slug\nHospital;hospital\nSchool;school\nBank;bank\n');
    await imports.write(id);
    const { results } = (await imports.calls.get('/partners/?ordering=name')).json();
    const [, hospital, school] = results;
    await imports.calls.patch(`/partners/${hospital.id}/`, hospital.etag, { name: 'Clinic' });
    await imports.calls.post(`/partners/${school.id}/venues/`, { name: 'Hall' });
    const plan = (await imports.calls.get(`/imports/${id}/undo/`)).json();
    expect(plan).toEqual({
      removes: 1,
      restores: 0,
      left: [
        { number: 2, name: 'Hospital · hospital', code: 'changed_since' },
        { number: 3, name: 'School · school', code: 'record_in_use' },
      ],
      left_count: 2,
    });
    expect(await imports.undo(id)).toMatchObject({ state: 'undone', left: 2 });
    const left = (await imports.calls.get('/partners/?ordering=name')).json();
    expect(left.results.map(({ name }: { name: string }) => name)).toEqual(['Clinic', 'School']);
  });

  it('finds records by external id, and refuses names that several have', async () => {
    const partners = await imports.checked('partners', 'External id,Name,Slug\nP1,Same,one-a\nP2,Same,one-b\n');
    await imports.write(partners.id);
    const { id } = await imports.checked('venues', 'Partner,Name,Address\nP1,Hall,Street 1\nSame,Room,\nP9,Room,\n');
    expect(await imports.issues(id)).toEqual(['3 partner reference_ambiguous Same', '4 partner reference_unknown P9']);
    await imports.write(id, { only_good: true });
    // A renamed partner keeps its external id.
    const renamed = await imports.checked('partners', 'External id,Name,Slug\nP1,Renamed,one-a\n');
    expect(renamed.counts).toMatchObject({ new: 0, changed: 1 });
  });

  it('applies the rules of the calendar to shifts, and tells the interpreters if asked', async () => {
    const una = await backend.addUser({
      role: 'interpreter',
      email: 'una@example.org',
      first_name: 'Una',
      last_name: 'A',
      language: 'en',
    });
    await backend.addUser({ role: 'interpreter', email: 'off@example.org', approval_status: 'pending' });
    const head = 'Interpreter;Date;From;To;Location;Channel;Address';
    const { id, people_to_notify } = await imports.checked(
      'shifts',
      [
        head,
        'una@example.org;2024-05-06;09:00;12:00;Remote;Online;',
        'Una A;06-05-2024;11:00;13:00;Remote;Online;',
        'Una A;06.05.2024;13:00;15:00;On site;Online;',
        'una@example.org;2024-04-30;09:00;12:00;Remote;Online;',
        'off@example.org;2024-05-06;09:00;12:00;Remote;Online;',
        'una@example.org;2024-05-07;12:00;09:00;Remote;Online;',
        'una@example.org;05/06/2024x;9:00;12:00;Remote;Online;',
        'una@example.org;2024-05-08;9.30;24:00;Remote;Online;',
      ].join('\n'),
    );
    expect(await imports.issues(id)).toEqual([
      '3 shift_overlap 2',
      '4 request_type invalid',
      '4 address required',
      '5 date event_in_past',
      '6 interpreter interpreter_inactive',
      '7 time_to check_dates',
      '8 date date_invalid 05/06/2024x',
    ]);
    expect(people_to_notify).toBe(1);
    await imports.write(id, { only_good: true, notify: true });
    const shifts = (await imports.calls.get('/shifts/?from_day=2024-05-06&to_day=2024-05-10')).json();
    expect(shifts.results).toMatchObject([
      { interpreter: una.id, from: '2024-05-06T09:00:00+03:00', to: '2024-05-06T12:00:00+03:00' },
      { interpreter: una.id, date: '2024-05-08', time_from: '09:30', time_to: '00:00' },
    ]);
    await backend.mailsAreSent();
    expect(backend.sink.messages.flatMap(({ to }) => to)).toEqual(['una@example.org']);
    const moved = await imports.checked('shifts', `${head}\nuna@example.org;2024-05-06;09:00;11:00;Remote;Online;\n`);
    // Of changes people hear in any case.
    expect(moved).toMatchObject({ counts: { changed: 1 }, people_to_notify: 0 });
    await imports.write(moved.id);
    expect(await imports.undo(id)).toMatchObject({ left: 1 });
    expect(await imports.undo(moved.id)).toMatchObject({ left: 0 });
  });

  it('tells interpreters of changes to what they have and of their undo, and asks them again, but of new records only if asked', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org', language: 'en' });
    const newMails = async () => {
      await backend.mailsAreSent();
      return backend.sink.messages.splice(0).map(({ to, subject }) => `${to.join()}: ${subject}`);
    };
    const shifts = (from: string) =>
      `Interpreter;Date;From;To;Location;Channel\nuna@example.org;2024-05-06;09:00;${from};Remote;Online\n`;
    const first = await imports.checked('shifts', shifts('12:00'));
    await imports.write(first.id);
    const visits = (to: string) =>
      `Name;Date;From;To;Type;Interpreters needed;Interpreters\nVisit;2024-05-08;10:00;${to};Remote;2;una@example.org\n`;
    const asked = await imports.checked('reservations', visits('11:00'));
    await imports.write(asked.id);
    expect(await newMails()).toEqual([]);
    const [visit] = (await imports.calls.get('/reservations/')).json().results;
    const accepted = { response: 'accepted' as const, responded: testStart };
    await backend.database.db.updateTable('reservation_interpreters').set(accepted).execute();
    const responses = async () => {
      const { interpreters } = (await imports.calls.get(`/reservations/${visit.id}/`)).json();
      return interpreters.map(({ response }: { response: string }) => response);
    };
    expect(await responses()).toEqual(['accepted']);
    const changed = await imports.checked('shifts', shifts('11:00'));
    await imports.write(changed.id);
    expect(await newMails()).toEqual(['una@example.org: Changed in your calendar: 06-05-2024']);
    const longer = await imports.checked('reservations', visits('12:00'));
    expect(longer.counts).toMatchObject({ changed: 1 });
    await imports.write(longer.id);
    expect(await newMails()).toEqual([
      'una@example.org: A reservation that waits for your answer has changed: 08-05-2024',
    ]);
    expect(await responses()).toEqual(['asked']);
    expect(await imports.undo(longer.id)).toMatchObject({ left: 0 });
    expect(await newMails()).toEqual([
      'una@example.org: A reservation that waits for your answer has changed: 08-05-2024',
    ]);
    const talk = 'Talk;2024-05-09;10:00;11:00;Remote;1;una@example.org\n';
    const both = await imports.checked('reservations', `${visits('11:30')}${talk}`);
    await imports.write(both.id, { notify: true });
    expect(await newMails()).toEqual([expect.stringMatching(/^una@example\.org: /)]);
    expect(await imports.undo(changed.id)).toMatchObject({ left: 0 });
    expect(await newMails()).toEqual(['una@example.org: Changed in your calendar: 06-05-2024']);
    await imports.undo(first.id);
    expect(await newMails()).toEqual([]);
  });

  it('asks nobody for a reservation of a customer who never wants them again', async () => {
    const una = await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const customer = await backend.addUser({ role: 'deaf', email: 'katrin@example.org' });
    const wish = { customer: customer.id, interpreter: una.id, preference: 'never', reason: 'Complained' };
    expect((await imports.calls.post('/preferences/', wish)).statusCode).toBe(201);
    const head = 'Name;Date;From;To;Type;Customer;Interpreters';
    const { id, counts } = await imports.checked(
      'reservations',
      `${head}\nVisit;2024-05-08;10:00;11:00;Remote;katrin@example.org;una@example.org\nTalk;2024-05-08;12:00;13:00;Remote;;una@example.org\n`,
    );
    expect(counts).toMatchObject({ new: 1, refused: 1 });
    expect(await imports.issues(id)).toEqual(['2 interpreters interpreter_never_again']);
  });

  it('adds pending reservations from one sheet of a workbook, and past interpretations', async () => {
    const file = await workbook();
    expect((await imports.upload('reservations', file, '&sheet=Notes')).json()).toMatchObject({ code: 'import_empty' });
    const { id, sheets, mapping, headers } = (await imports.upload('reservations', file)).json<ImportDetail>();
    expect([sheets, headers]).toEqual([
      ['Notes', 'Plan'],
      ['Date', 'From', 'To', 'Type', 'Event', 'Interpreters needed'],
    ]);
    expect((await imports.calls.post(`/imports/${id}/check/`, { mapping })).json()).toMatchObject({
      code: 'import_columns_missing',
      errors: { name: ['required'] },
    });
    await imports.check(id, { ...mapping, name: 4 });
    expect(await imports.write(id)).toMatchObject({ state: 'written', counts: { new: 1 } });
    expect((await imports.calls.get('/reservations/')).json().results).toMatchObject([
      {
        name: 'Court & hearing',
        status: 'pending',
        interpreters_needed: 2,
        start: '2024-05-07T10:00:00+03:00',
        end: '2024-05-07T11:30:00+03:00',
      },
    ]);
    const partner = await imports.checked('partners', 'Name;Slug\nHospital;hospital\n');
    await imports.write(partner.id);
    const venue = await imports.checked('venues', 'Partner;Name;Address\nhospital;Ward 7;Street 7\n');
    await imports.write(venue.id);
    const atVenue = await imports.checked(
      'reservations',
      'Name;Date;From;To;Type;Venue\nVisit;2024-05-08;10:00;11:00;On site;Ward 7\n',
    );
    await imports.write(atVenue.id);
    expect((await imports.calls.get('/reservations/?search=Visit')).json().results).toMatchObject([
      { address: 'Street 7', partner_name: 'Hospital' },
    ]);
    const head = 'created;started;ended;channel;session_mode;queue_type;category;interpreter';
    await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const past = await imports.checked(
      'interpretations',
      `${head}\n01-03-2024 10:00;2024-03-01 10:05;2024-03-01T08:30:00Z;Online;VRI;Social;Doctor;una@example.org\n2024-06-01 10:00;;2024-06-01 10:05;online;VRI;social;Doctor;\n1024-03-01 10:00;;2024-03-01 10:05;online;VRI;social;Doctor;\n`,
    );
    expect(await imports.issues(past.id)).toEqual(['3 ended time_in_future', '4 created invalid']);
    await imports.write(past.id, { only_good: true });
    expect((await imports.calls.get('/interpretations/')).json().results).toMatchObject([
      { outcome: 'answered', waiting_seconds: 300, duration_seconds: 1500 },
    ]);
    expect(await imports.undo(past.id)).toMatchObject({ left: 0 });
    expect((await imports.calls.get('/interpretations/')).json().count).toBe(0);
  });

  it('keep the seconds of times, and take 24:00 as the end of that day', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const head = 'created;started;ended;channel;session_mode;queue_type;category;interpreter';
    const end = 'Online;VRI;Social;Doctor;una@example.org';
    const { id } = await imports.checked(
      'interpretations',
      [
        head,
        `2024-03-05 08:30:20;2024-03-05 08:30:45;2024-03-05T08:35:45;${end}`,
        `05.03.2024 23:50;05.03.2024 23:51:07.000;05.03.2024 24:00;${end}`,
        `2024-03-05 08:30:61;2024-03-05 08:31;2024-03-05 08:35;${end}`,
        `2024-03-05 23:50;2024-03-05 23:51;2024-03-05 24:01;${end}`,
      ].join('\n'),
    );
    expect(await imports.issues(id)).toEqual([
      '4 created time_invalid 2024-03-05 08:30:61',
      '5 ended time_invalid 2024-03-05 24:01',
    ]);
    await imports.write(id, { only_good: true });
    const { results } = (await imports.calls.get('/interpretations/?ordering=created')).json();
    expect(results).toMatchObject([
      { waiting_seconds: 25, duration_seconds: 300 },
      { waiting_seconds: 67, ended: '2024-03-05T22:00:00.000Z' },
    ]);
  });

  it('refuse a shift that begins at 24:00, as its form does', async () => {
    await backend.addUser({ role: 'interpreter', email: 'una@example.org' });
    const { id } = await imports.checked(
      'shifts',
      'Interpreter;Date;From;To;Location;Channel;Address\nuna@example.org;2024-05-08;24:00;9:00;Remote;Online;\n',
    );
    expect(await imports.issues(id)).toEqual(['2 time_from time_invalid 24:00']);
  });

  it.each([
    [
      'UTF-8 with a byte order mark and commas',
      Buffer.from('\uFEFFName,Phone number\nŠķūnis ą,+354 555 1234\n'),
      'utf-8',
      ',',
      'Šķūnis ą',
    ],
    [
      'UTF-16 with tabs',
      Buffer.from('\uFEFFName\tPhone number\nŠķūnis\t+3545551234\n', 'utf16le'),
      'utf-16le',
      '\t',
      'Šķūnis',
    ],
    [
      'Windows-1252',
      Buffer.from('Name;Phone number\nÞórður læknir;5551234\n', 'latin1'),
      'windows-1252',
      ';',
      'Þórður læknir',
    ],
    [
      'Windows-1257',
      Buffer.from([...Buffer.from('Name;Phone number\n'), 0xd0, 0xeb, 0xfb, 0xf8, 0xe0, ...Buffer.from(';5551234\n')]),
      'windows-1257',
      ';',
      'Šėūųą',
    ],
  ])('reads %s', async (_name, bytes, encoding, delimiter, name) => {
    const answer = (await imports.upload('contacts', bytes)).json<ImportDetail>();
    expect(answer).toMatchObject({ encoding, delimiter, mapping: { name: 0, phoneNumber: 1 } });
    expect(answer.sample[0]?.cells[0]).toBe(name);
    expect(answer).toMatchObject({ foreign: [name], garbled: [] });
  });

  it('points out texts that were garbled before, or are read with another encoding', async () => {
    const file = 'Name;Phone number\nMária;5551234\nKovÃ¡Ä\u008d;5551235\nÁsa \ufffd;5551236\nIRMÃ;5551237\n';
    const answer = (await imports.upload('contacts', file)).json<ImportDetail>();
    expect(answer.foreign).toEqual(['Mária', 'KovÃ¡Ä\u008d', 'Ása \ufffd', 'IRMÃ']);
    expect(answer.garbled).toEqual(['KovÃ¡Ä\u008d', 'Ása \ufffd']);
    const again = (await imports.upload('contacts', file, '&encoding=windows-1250')).json<ImportDetail>();
    expect(again).toMatchObject({ encoding: 'windows-1250', garbled: expect.arrayContaining(['MĂˇria']) });
  });

  it('keeps the name of its file in the plain form, without characters that hide what it says', async () => {
    const answer = await imports.upload('contacts', 'Name;Phone number\nDesk;5551234\n', '', 'a\u202evsc\u00a0x.csv');
    expect([answer.statusCode, answer.json().file_name]).toEqual([201, 'avsc x.csv']);
  });

  it('tells the person who started it that it has finished', async () => {
    const { id } = await imports.checked('contacts', 'Name,Phone number\nFront desk,5551234\n');
    await imports.write(id);
    const { results } = (await imports.calls.get('/notifications/')).json();
    expect(results[0]).toMatchObject({
      kind: 'jobs',
      title: 'Your import has finished',
      path: '/dashboard/imports',
    });
  });

  it('remembers the columns of a kind', async () => {
    const { id } = (await imports.upload('contacts', 'Desk,Line\nFront desk,5551234\n')).json<ImportDetail>();
    await imports.check(id, { name: 0, phoneNumber: 1 });
    const next = (await imports.upload('contacts', 'Line,Desk\n5551234,Other desk\n')).json<ImportDetail>();
    expect(next.mapping).toEqual({ name: 1, phoneNumber: 0 });
  });

  it('deletes the rows after a day, and the import if nothing was written', async () => {
    const file = 'Name,Phone number\nFront desk,5551234\n';
    const written = await imports.checked('contacts', file);
    await imports.write(written.id);
    const open = await imports.checked('contacts', file);
    backend.pass(25 * hour);
    await app.close();
    app = await backend.app({ options: { dashboardUrl: 'https://dashboard.testland.example/' } });
    await app.ready();
    imports = importsOf(app, await backend.openSession(owner));
    for (;;) {
      if ((await imports.rows(written.id)).length === 0) break;
      await new Promise((again) => setTimeout(again, 20));
    }
    const { counts } = (await imports.calls.get(`/imports/${written.id}/`)).json<ImportDetail>();
    expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 0 });
    expect((await imports.calls.get(`/imports/${open.id}/`)).statusCode).toBe(404);
    expect((await imports.calls.post(`/imports/${written.id}/undo/`)).json()).toMatchObject({ code: 'import_expired' });
  });

  it('forgets the rows of a person who is erased', async () => {
    const file =
      'External id,E-mail,First name,Last name,Role\nC7,kari@example.org,Kári,Ólafsson,deaf\nC8,b@example.org,B,B,deaf\n';
    const { id } = await imports.checked('users', file);
    await imports.write(id);
    const [row] = await imports.rows(id);
    const answer = await imports.calls.post(`/privacy/people/${row?.record}/erasure/`, {
      confirmation: 'kari@example.org',
    });
    expect(answer.statusCode).toBeLessThan(300);
    expect((await imports.rows(id)).map(({ cells }) => cells[0])).toEqual(['C8']);
    const left = await backend.database.db.selectFrom('external_ids').select('external_id').execute();
    expect(left).toEqual([{ external_id: 'C8' }]);
  });

  it('refuses what is no table, files that are too large, and workbooks that unpack to more than they say', async () => {
    expect((await imports.upload('contacts', 'Name\n')).json()).toMatchObject({ code: 'import_empty' });
    const file = await workbook();
    const damaged = Buffer.concat([file.subarray(0, file.length / 2), Buffer.alloc(100)]);
    expect((await imports.upload('contacts', damaged)).json()).toMatchObject({ code: 'import_unreadable' });
    const lying = Buffer.from(file);
    const entry = 'PK\u0001\u0002';
    for (let at = lying.indexOf(entry); at >= 0; at = lying.indexOf(entry, at + 4)) lying.writeUInt32LE(1, at + 24);
    expect((await imports.upload('reservations', lying)).json()).toMatchObject({ code: 'import_unreadable' });
    const cells = (cell: string) => `<row>${cell.repeat(200)}</row>`.repeat(2000);
    for (const [cell, text] of [
      ['<c t="s"><v>0</v></c>', `<sst><si><t>${'x'.repeat(5000)}</t></si></sst>`],
      [`<c t="inlineStr"><is><t>${'x'.repeat(500)}</t></is></c>`, '<sst/>'],
    ] as const) {
      const many = await workbook({
        'xl/sharedStrings.xml': text,
        'xl/worksheets/one.xml': `<worksheet><sheetData>${cells(cell)}</sheetData></worksheet>`,
      });
      expect(many.length).toBeLessThan(2_000_000);
      expect((await imports.upload('contacts', many)).json()).toMatchObject({ code: 'import_too_large_inside' });
    }
    const wide = (await imports.upload('contacts', Buffer.alloc(21 * 1024 * 1024, 'a,'))).json();
    expect(wide).toMatchObject({ code: 'file_too_large' });
  });
});
