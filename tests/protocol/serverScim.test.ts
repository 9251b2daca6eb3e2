import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { SingleSignOn } from '../../tenants/singleSignOn.ts';
import { anyDatabase, startBackend, testDeployment, type SignedIn, type TestBackend } from '../support/backend.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const singleSignOn: SingleSignOn = {
  issuer: 'https://login.example',
  clientId: 'testland',
  name: 'Example',
  domains: ['example.com', 'testland.example'],
  claims: { roles: { claim: 'groups', map: { Employee: 'interpreter', Managers: 'manager' } } },
};

/** RFC 7643, 8.3: an enterprise user, with the attributes of the full user of 8.2. */
const barbara = {
  schemas: [user, enterprise],
  externalId: '701984',
  userName: 'bjensen@example.com',
  name: {
    formatted: 'Ms. Barbara J Jensen, III',
    familyName: 'Jensen',
    givenName: 'Barbara',
    middleName: 'Jane',
    honorificPrefix: 'Ms.',
    honorificSuffix: 'III',
  },
  displayName: 'Babs Jensen',
  nickName: 'Babs',
  profileUrl: 'https://login.example.com/bjensen',
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  addresses: [
    {
      type: 'work',
      streetAddress: '100 Universal City Plaza',
      locality: 'Hollywood',
      region: 'CA',
      postalCode: '91608',
      country: 'US',
      formatted: '100 Universal City Plaza\nHollywood, CA 91608 USA',
      primary: true,
    },
  ],
  phoneNumbers: [{ value: 'tel:555-555-5555', type: 'work' }],
  ims: [{ value: 'someaimhandle', type: 'aim' }],
  photos: [{ value: 'https://photos.example.com/profilephoto/72930000000Ccne/F', type: 'photo' }],
  userType: 'Employee',
  title: 'Tour Guide',
  preferredLanguage: 'en-US',
  locale: 'en-US',
  timezone: 'America/Los_Angeles',
  active: true,
  password: 't1meMa$heen',
  [enterprise]: {
    employeeNumber: '701984',
    costCenter: '4130',
    organization: 'Universal Studios',
    division: 'Theme Park',
    department: 'Tour Operations',
    manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d', $ref: '../Users/26118915', displayName: 'John Smith' },
  },
};

describe.each(anyDatabase)('provisioning by SCIM, on the %s database', (kind) => {
  let backend: TestBackend;
  let app: FastifyInstance;
  let owner: SignedIn;
  let token: string;
  beforeAll(async () => {
    backend = await startBackend(kind);
  });
  beforeEach(async () => {
    app = await backend.app({
      deployment: { ...testDeployment, singleSignOn },
      flags: { singleSignOn: true },
      options: { publicUrl: 'https://api.example.com/', dashboardUrl: 'https://dashboard.testland.example/' },
    });
    owner = await backend.signedIn({ email: 'owner@elsewhere.example', first_name: 'Ása' });
    token = (await createAccount('Okta')).secret;
  });
  afterEach(() => backend.reset());
  afterAll(() => backend.close());

  const createAccount = async (name: string) =>
    (await callsOf(app, owner).post('/service_accounts/', { name, scopes: ['provisioning'], days: 90 })).json();
  const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = {}) =>
    app.inject({
      method,
      url: `/scim/v2/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload ? { 'content-type': 'application/scim+json' } : {}),
        ...headers,
      },
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    });
  const add = async (changes: object = {}) => (await send('POST', 'Users', { ...barbara, ...changes })).json();
  const patch = (path: string, ...operations: object[]) =>
    send('PATCH', path, { schemas: [patchOp], Operations: operations });
  const read = async (path: string) => (await send('GET', path)).json();
  const found = async (filter: string) =>
    (await read(`Users?filter=${encodeURIComponent(filter)}`)).Resources.map(
      ({ userName }: { userName: string }) => userName,
    );
  const row = async (id: string) =>
    backend.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const inGroup = (id: string) => ({ op: 'add', path: 'members', value: [{ value: id }] });
  const isSuspended = async (id: string) => (await row(id)).suspended_at !== null;

  describe('users', () => {
    it('adds the enterprise user of the RFC, with what Signboard stores', async () => {
      const department = 'd'.repeat(24);
      await backend.database.db.insertInto('departments').values({ id: department, name: 'Tour Operations' }).execute();
      const answer = await send('POST', 'Users', { ...barbara, roles: [{ value: 'Employee' }] });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        201,
        'application/scim+json; charset=utf-8',
      ]);
      const created = answer.json();
      const location = `https://api.example.com/scim/v2/Users/${created.id}`;
      expect(answer.headers['location']).toBe(location);
      expect(created).toEqual({
        schemas: [user, enterprise],
        id: expect.any(String),
        externalId: '701984',
        userName: 'bjensen@example.com',
        name: { formatted: 'Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
        displayName: 'Barbara Jensen',
        active: true,
        emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
        roles: [{ value: 'Employee', primary: true }],
        groups: [
          { value: 'role-interpreter', display: 'interpreter', $ref: expect.any(String), type: 'direct' },
          { value: department, display: 'Tour Operations', $ref: expect.any(String), type: 'direct' },
        ],
        [enterprise]: { department: 'Tour Operations' },
        meta: { resourceType: 'User', created: '2024-05-01T10:00:00.000Z', location, version: answer.headers['etag'] },
      });
      expect(await read(`Users/${created.id}`)).toEqual(created);
      const stored = JSON.stringify(await row(created.id));
      for (const unused of ['t1meMa', 'Tour Guide', '555-555']) expect(stored).not.toContain(unused);
      const entries = await backend.database.db.selectFrom('audit_entries').select(['act', 'person_email']).execute();
      expect(entries.filter(({ person_email }) => person_email === 'Okta')).toEqual([
        { act: 'create', person_email: 'Okta' },
      ]);
    });

    it('gives no access without a role, and gives it by a group', async () => {
      const { id, active, roles } = await add();
      expect([active, roles, await isSuspended(id)]).toEqual([true, undefined, true]);
      expect((await patch('Groups/role-manager', inGroup(id))).statusCode).toBe(200);
      expect([(await row(id)).role, await isSuspended(id)]).toEqual(['manager', false]);
      await patch('Groups/role-manager', { op: 'remove', path: `members[value eq "${id}"]` });
      expect(await isSuspended(id)).toBe(true);
    });

    it('finds by filters, without case, and pages', async () => {
      await add();
      backend.pass(1000);
      await add({
        userName: 'jsmith@example.com',
        externalId: 'Ext-2',
        emails: [],
        name: { familyName: 'Smith', givenName: 'Jo' },
      });
      expect(await found('userName eq "BJensen@example.com"')).toEqual(['bjensen@example.com']);
      expect(await found('externalId eq "Ext-2"')).toEqual(['jsmith@example.com']);
      expect(await found('externalId eq "ext-2"')).toEqual([]);
      expect(await found('userName sw "J"')).toEqual(['jsmith@example.com']);
      expect(await found('name.familyName co "mit" and active eq true')).toEqual(['jsmith@example.com']);
      expect(await found('userName eq "nobody" or emails[type eq "work" and value co "@example.com"]')).toHaveLength(2);
      expect(await found('not (userName sw "b")')).toEqual(['jsmith@example.com']);
      expect(await read('Users?startIndex=2&count=1')).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 2,
        startIndex: 2,
        itemsPerPage: 1,
        Resources: [{ userName: 'jsmith@example.com' }],
      });
      expect((await read('Users?count=0')).Resources).toEqual([]);
      const [thin] = (await read('Users?attributes=userName&count=1')).Resources;
      expect(Object.keys(thin).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName']);
    });

    it('shows staff of the domains only: no customers, and nobody else', async () => {
      await backend.addUser({ email: 'anna@testland.example', role: 'manager' });
      await backend.addUser({ email: 'customer@testland.example', role: 'deaf' });
      expect((await read('Users')).Resources.map(({ userName }: { userName: string }) => userName)).toEqual([
        'anna@testland.example',
      ]);
      expect((await send('GET', `Users/${owner.id}`)).statusCode).toBe(404);
    });

    it('applies the operations of the RFC', async () => {
      const { id } = await add({ roles: [{ value: 'Employee' }] });
      const path = `Users/${id}`;
      await patch(path, {
        op: 'add',
        value: { emails: [{ value: 'babs@example.com', type: 'home' }], nickName: 'Babs' },
      });
      expect((await row(id)).email).toBe('bjensen@example.com');
      await patch(path, { op: 'replace', path: 'emails[type eq "work"].value', value: 'Barbara@example.com' });
      await patch(path, { op: 'replace', path: 'name.familyName', value: 'Smith' });
      await patch(path, { op: 'remove', path: 'nickName' });
      expect(await row(id)).toMatchObject({ email: 'barbara@example.com', last_name: 'Smith', first_name: 'Barbara' });
      const unknown = await patch(path, { op: 'replace', path: 'emails[type eq "fax"].value', value: 'x@example.com' });
      expect([unknown.statusCode, unknown.json().scimType]).toEqual([400, 'noTarget']);
      const wrong = await patch(path, { op: 'replace', path: 'noSuchThing', value: 'x' });
      expect([wrong.statusCode, wrong.json().scimType]).toEqual([400, 'invalidPath']);
      await patch(path, { op: 'remove', path: 'roles' });
      expect(await isSuspended(id)).toBe(true);
    });

    it('understands Entra ID and Okta', async () => {
      const { id } = await add({ roles: [{ value: 'Employee' }] });
      const path = `Users/${id}`;
      await patch(path, { op: 'Replace', path: 'active', value: 'False' });
      expect([await isSuspended(id), (await read(path)).active]).toEqual([true, false]);
      await patch(path, { op: 'Replace', value: { active: 'True', 'name.givenName': 'Babs' } });
      expect([await isSuspended(id), (await row(id)).first_name]).toEqual([false, 'Babs']);
      await patch(path, { op: 'Add', path: `${enterprise}:department`, value: 'Unknown department' });
      await patch(path, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'babs@example.com' });
      expect((await row(id)).email).toBe('babs@example.com');
      // Okta deactivates by PUT or by an operation without a path.
      await patch(path, { op: 'replace', value: { active: false } });
      expect(await isSuspended(id)).toBe(true);
      expect((await send('PUT', path, { ...barbara, id, active: true })).json()).toMatchObject({ active: true });
      expect([await isSuspended(id), (await row(id)).role]).toEqual([false, 'interpreter']);
    });

    it('ends access: sessions end, reservations go back to pending, and people are notified', async () => {
      const { staff, una, customer } = await addBookingPeople(backend);
      const calls: Calls = callsOf(app, staff);
      const booking = createBooking(() => ({ manager: calls, interpreters: [una.id], customer: customer.id }));
      await booking.shift();
      const { id } = await booking.approved();
      backend.sink.messages.length = 0;
      const path = `Users/${una.id}`;
      expect((await send('DELETE', path)).statusCode).toBe(204);
      expect((await callsOf(app, una).get('/auth/me/')).statusCode).toBe(401);
      expect(await booking.read(id)).toMatchObject({ status: 'pending' });
      await backend.sink.waitFor(
        ({ to, subject }) => to.includes(staff.email) && /needs an answer again/.test(subject),
      );
      await backend.sink.waitFor(({ to, subject }) => to.includes(una.email) && /has ended/.test(subject));
      await backend.sink.waitFor(({ to, text }) => to.includes(owner.email) && text.includes('Una'));
      expect((await send('GET', path)).statusCode).toBe(404);
      expect((await send('DELETE', path)).statusCode).toBe(404);
      // The same name brings the person back.
      const again = await add({ userName: una.email, externalId: null, emails: [], roles: [{ value: 'Employee' }] });
      expect([again.id, await isSuspended(una.id)]).toEqual([una.id, false]);
    });

    it('does not lift a suspension by staff, and keeps the last owner', async () => {
      const { id } = await backend.addUser({ role: 'manager', suspended_at: new Date('2024-04-01') });
      await patch(`Users/${id}`, { op: 'replace', path: 'active', value: true });
      expect(await isSuspended(id)).toBe(true);
      await backend.database.db
        .updateTable('users')
        .set({ email: 'a@example.com' })
        .where('id', '=', owner.id)
        .execute();
      const refused = await patch(`Users/${owner.id}`, { op: 'replace', path: 'active', value: false });
      expect(refused.statusCode).toBe(409);
      expect(await isSuspended(owner.id)).toBe(false);
    });

    it('refuses in the form of the RFC', async () => {
      const { id } = await add();
      const refusals = [
        await send('POST', 'Users', barbara),
        await send('POST', 'Users', { schemas: [user], userName: 'x@elsewhere.example' }),
        await send('POST', 'Users', { schemas: [user] }),
        await send('GET', `Users?filter=${encodeURIComponent('userName eq')}`),
        await send('GET', 'Users/2819c223-7f76-453a-919d-413861904646'),
        await send('PATCH', `Users/${id}`, { schemas: [patchOp], Operations: [{ op: 'destroy' }] }),
        await app.inject({
          method: 'POST',
          url: '/scim/v2/Users',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
          payload: '{',
        }),
      ];
      expect(refusals.map((answer) => [answer.statusCode, answer.json().scimType])).toEqual([
        [409, 'uniqueness'],
        [400, 'invalidValue'],
        [400, 'invalidValue'],
        [400, 'invalidFilter'],
        [404, undefined],
        [400, 'invalidSyntax'],
        [400, 'invalidSyntax'],
      ]);
      expect(refusals[4]?.json()).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '404',
        detail: expect.any(String),
      });
    });

    it('refuses changes of an older version', async () => {
      const { id, meta } = await add({ roles: [{ value: 'Employee' }] });
      const path = `Users/${id}`;
      const unchanged = await send('GET', path, undefined, { 'if-none-match': meta.version });
      expect(unchanged.statusCode).toBe(304);
      await patch(path, { op: 'replace', path: 'name.familyName', value: 'Smith' });
      const stale = await send('DELETE', path, undefined, { 'if-match': meta.version });
      expect(stale.statusCode).toBe(412);
      const { version } = (await read(path)).meta;
      expect((await send('DELETE', path, undefined, { 'if-match': version })).statusCode).toBe(204);
    });
  });

  describe('groups', () => {
    it('are the roles and the departments, which can be added, renamed and deleted', async () => {
      const { id } = await add({ roles: [{ value: 'Employee' }] });
      const created = await send('POST', 'Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Tour Guides',
        members: [{ value: id }],
      });
      expect(created.statusCode).toBe(201);
      const group = created.json();
      expect(group.members).toMatchObject([{ value: id, display: 'Barbara Jensen', type: 'User' }]);
      expect((await read('Groups?excludedAttributes=members')).Resources).toMatchObject([
        { id: 'role-interpreter', displayName: 'interpreter' },
        { id: 'role-manager' },
        { id: 'role-owner' },
        { displayName: 'Tour Guides' },
      ]);
      const filter = encodeURIComponent('displayName eq "tour guides"');
      expect((await read(`Groups?filter=${filter}`)).totalResults).toBe(1);
      await patch(`Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'Guides' });
      expect((await read(`Users/${id}`))[enterprise]).toEqual({ department: 'Guides' });
      expect((await send('DELETE', `Groups/${group.id}`)).statusCode).toBe(204);
      expect((await row(id)).department_id).toBeNull();
      expect((await send('DELETE', 'Groups/role-owner')).statusCode).toBe(403);
      const taken = await send('POST', 'Groups', {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Manager',
      });
      expect([taken.statusCode, taken.json().scimType]).toEqual([409, 'uniqueness']);
    });
  });

  describe('what the directory sets', () => {
    const north = 'e'.repeat(24);
    const mapped = { ...singleSignOn.claims, departments: { claim: 'department', map: { 'D-7': 'North' } } };
    beforeEach(async () => {
      await backend.database.db.insertInto('departments').values({ id: north, name: 'North' }).execute();
    });
    const can = async (id: string, by = app) => {
      const url = `/users/${id}/`;
      const { change_role, change_department } = (await callsOf(by, owner).get(url)).json().can;
      return { change_role, change_department };
    };
    const change = async (id: string, body: object) => {
      const calls = callsOf(app, owner);
      const { etag } = (await calls.get(`/users/${id}/`)).json();
      return (await calls.patch(`/users/${id}/`, etag, body)).statusCode;
    };
    const withoutDepartment = { [enterprise]: undefined, schemas: [user], roles: [{ value: 'Employee' }] };
    const isSet = { change_role: false, change_department: false };
    const onlyRole = { change_role: false, change_department: true };

    it('cannot be changed here: the role, and the department that it has written', async () => {
      const silent = await add(withoutDepartment);
      expect(await can(silent.id)).toEqual(onlyRole);
      expect(await change(silent.id, { role: 'manager' })).toBe(409);
      expect(await change(silent.id, { department: north })).toBe(200);
      // A PATCH of something else leaves the department to the dashboard.
      await patch(`Users/${silent.id}`, { op: 'replace', path: 'name.familyName', value: 'Smith' });
      expect([await can(silent.id), (await row(silent.id)).department_id]).toEqual([onlyRole, north]);
      await patch(`Users/${silent.id}`, { op: 'remove', path: `${enterprise}:department` });
      expect([await can(silent.id), (await row(silent.id)).department_id]).toEqual([isSet, null]);
      expect(await change(silent.id, { department: north })).toBe(409);
    });

    it('is the department of the members of a group', async () => {
      const { id } = await backend.addUser({ email: 'anna@testland.example', role: 'manager' });
      expect(await can(id)).toEqual({ change_role: true, change_department: true });
      await patch(`Groups/${north}`, inGroup(id));
      expect([await can(id), (await row(id)).department_id]).toEqual([
        { change_role: true, change_department: false },
        north,
      ]);
      await patch('Groups/role-interpreter', inGroup(id));
      expect(await can(id)).toEqual(isSet);
    });

    it('is the department of everybody it has added where the manifest maps departments', async () => {
      const { id } = await add(withoutDepartment);
      const by = await backend.app({
        deployment: { ...testDeployment, singleSignOn: { ...singleSignOn, claims: mapped } },
        flags: { singleSignOn: true },
      });
      expect(await can(id, by)).toEqual(isSet);
    });

    it('ends when it deletes the user, and when no service account is valid any more', async () => {
      const deleted = await add({ roles: [{ value: 'Employee' }] });
      expect(await can(deleted.id)).toEqual(isSet);
      expect((await send('DELETE', `Users/${deleted.id}`)).statusCode).toBe(204);
      expect(await can(deleted.id)).toEqual({ change_role: true, change_department: true });
      const kept = await add({ ...withoutDepartment, userName: 'jo@example.com', externalId: 'jo', emails: [] });
      expect(await can(kept.id)).toEqual(onlyRole);
      await backend.database.db.deleteFrom('service_accounts').execute();
      expect(await can(kept.id)).toEqual({ change_role: true, change_department: true });
    });
  });

  it('says what it supports', async () => {
    expect(await read('ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    expect((await read('ResourceTypes')).Resources).toMatchObject([
      { id: 'User', endpoint: '/Users', schemaExtensions: [{ schema: enterprise, required: false }] },
      { id: 'Group', endpoint: '/Groups' },
    ]);
    expect((await read('Schemas')).totalResults).toBe(3);
    expect(await read(`Schemas/${user}`)).toMatchObject({ id: user, name: 'User' });
  });

  it('refuses service accounts without the scope, in the form of the RFC', async () => {
    const created = await callsOf(app, owner).post('/service_accounts/', {
      name: 'Video',
      scopes: ['platform'],
      days: 30,
    });
    const use = (secret: string) =>
      app.inject({ url: '/scim/v2/Users', headers: { authorization: `Bearer ${secret}` } });
    const [wrongScope, wrongSecret] = [await use(created.json().secret), await use('wrong')];
    expect([wrongScope.statusCode, wrongScope.json().schemas]).toEqual([
      403,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    expect([wrongSecret.statusCode, wrongSecret.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('does not exist where the manifest has no single sign-on', async () => {
    app = await backend.app();
    expect((await send('GET', 'Users')).statusCode).toBe(404);
    const refused = await callsOf(app, owner).post('/service_accounts/', {
      name: 'Okta',
      scopes: ['provisioning'],
      days: 90,
    });
    expect(refused.json()).toMatchObject({ code: 'invalid', errors: { scopes: ['feature_off'] } });
  });
});
