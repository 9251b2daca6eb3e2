import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FreeInterpreter } from '../../contract/reservations.ts';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';

/** Una and Orri are both on shift; without wishes Una comes first, by name. */
describe.each(anyDatabase)('wishes of customers and partners about interpreters, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let manager: Calls;
  let asOrri: Calls;
  let customer: { id: string };
  let una: SignedIn;
  let orri: SignedIn;
  beforeEach(async () => {
    const app = await backend.app();
    const people = await addBookingPeople(backend);
    ({ una, orri, customer } = people);
    manager = callsOf(app, people.staff);
    asOrri = callsOf(app, orri);
    for (const { id } of [una, orri]) await shift({ interpreter: id });
  });
  const { form, shift, reserve, act, tryAct, read } = createBooking(() => ({
    manager,
    interpreters: [],
    customer: customer.id,
  }));
  const wish = async (changes: object) => {
    const answer = await manager.post('/preferences/', { interpreter: orri.id, preference: 'never', ...changes });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ id: string }>();
  };
  const partner = async (): Promise<string> =>
    (await manager.post('/partners/', { name: 'District Court', slug: 'court' })).json().id;
  const candidates = async (id: string) => {
    const found = await manager.get(
      `/interpreters/free/?reservation=${id}&group[]=ready&group[]=needs_shift&group[]=impossible`,
    );
    return found
      .json<{ results: FreeInterpreter[] }>()
      .results.map((candidate) => [
        candidate.interpreter_name.split(' ')[0],
        candidate.group,
        candidate.obstacle,
        candidate.preferred_by,
      ]);
  };

  it.each(['customer', 'partner'])('put first whom the %s prefers among those who can take it', async (owner) => {
    const court = await partner();
    const { id } = await reserve({ partner: court });
    expect(await candidates(id)).toEqual([
      ['Una', 'ready', null, null],
      ['Orri', 'ready', null, null],
    ]);
    await wish({ [owner]: owner === 'customer' ? customer.id : court, preference: 'preferred' });
    expect(await candidates(id)).toEqual([
      ['Orri', 'ready', null, owner],
      ['Una', 'ready', null, null],
    ]);
  });

  it('make who is never wanted again impossible, for the customer and for the partner only', async () => {
    const court = await partner();
    await wish({ partner: court, reason: 'Complained in May' });
    expect(await candidates((await reserve()).id)).toEqual([
      ['Una', 'ready', null, null],
      ['Orri', 'ready', null, null],
    ]);
    expect(await candidates((await reserve({ partner: court })).id)).toEqual([
      ['Una', 'ready', null, null],
      ['Orri', 'impossible', 'never_again', null],
    ]);
  });

  it('refuse every act that takes somebody never wanted again: add, assign, approve, offer', async () => {
    await wish({ customer: customer.id });
    const refused = { status: 409, code: 'interpreter_never_again' };
    expect((await manager.post('/reservations/', form({ interpreters: [orri.id] }))).json()).toMatchObject(refused);
    const { id } = await reserve();
    expect(await tryAct(id, 'assign', { interpreters: [orri.id] })).toMatchObject(refused);
    expect(await tryAct(id, 'approve', { interpreters: [orri.id] })).toMatchObject(refused);
    const offer = { interpreters: [orri.id], deadline: '2024-05-06T06:00:00.000Z' };
    expect(await tryAct(id, 'offer', offer)).toMatchObject(refused);
    expect((await read(id)).interpreters).toEqual([]);
  });

  it('leave what is approved as it is, not covered, and say nothing of it to the interpreter', async () => {
    const { id } = await reserve({ interpreters: [orri.id] });
    await act(id, 'approve');
    await wish({ customer: customer.id, reason: 'Complained in May' });
    expect(await read(id)).toMatchObject({
      status: 'approved',
      uncovered: true,
      interpreters: [{ id: orri.id, obstacle: 'never_again' }],
    });
    const reservation = await asOrri.get(`/reservations/${id}/`);
    expect(reservation.json()).toMatchObject({
      status: 'approved',
      uncovered: false,
      interpreters: [{ obstacle: null }],
    });
    expect((await asOrri.get('/preferences/')).json()).toMatchObject({ status: 403 });
    expect((await asOrri.get('/reservations/?uncovered=true')).json()).toMatchObject({ count: 0 });
    expect((await manager.get('/reservations/?uncovered=true')).json()).toMatchObject({ count: 1 });
    const calendar = await asOrri.get('/calendar/?from_day=2024-05-06&to_day=2024-05-06');
    expect([reservation.body, calendar.body].join()).not.toMatch(/never_again|Complained/);
  });

  it('let nobody learn of them who accepts what was asked before', async () => {
    const { id } = await reserve({ interpreters: [orri.id] });
    await wish({ customer: customer.id });
    expect(await tryAct(id, 'accept', {}, asOrri)).toMatchObject({ status: 409, code: 'transition_refused' });
  });

  it('count for another customer of an approved reservation, and not when the customer is deleted', async () => {
    const other = await backend.addUser({ role: 'deaf' });
    const { id } = await reserve({ interpreters: [orri.id] });
    await act(id, 'approve');
    await wish({ customer: other.id });
    const { etag } = await read(id);
    const changed = await manager.patch(`/reservations/${id}/`, etag, { customer: other.id });
    expect(changed.json()).toMatchObject({ status: 409, code: 'interpreter_never_again' });
    await wish({ customer: customer.id });
    expect((await manager.remove(`/users/${customer.id}/`)).statusCode).toBe(204);
    expect(await read(id)).toMatchObject({ uncovered: false, customer: null });
  });

  it('are listed by name, replaced, removed, and kept out of the audit log', async () => {
    await wish({ customer: customer.id, interpreter: una.id, preference: 'preferred' });
    const { id } = await wish({ customer: customer.id, preference: 'preferred' });
    expect(await wish({ customer: customer.id, reason: 'Complained in May' })).toMatchObject({ id });
    const list = async () => (await manager.get(`/preferences/?customer=${customer.id}`)).json().results;
    expect(await list()).toMatchObject([
      { interpreter_name: 'Una Arnardóttir', preference: 'preferred', reason: null },
      { interpreter_name: 'Orri Bjarnason', preference: 'never', reason: 'Complained in May' },
    ]);
    expect((await manager.remove(`/preferences/${id}/`)).statusCode).toBe(204);
    expect(await list()).toHaveLength(1);
    const entries = await backend.database.db
      .selectFrom('audit_entries')
      .select(['act', 'before', 'after'])
      .where('collection', '=', 'interpreter_preferences')
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => entry.act)).toEqual(['create', 'create', 'update', 'delete']);
    expect(JSON.stringify(entries)).not.toMatch(/Complained|never|"preference"/);
  });

  it('are of one customer or one partner, about an interpreter, with a reason for never only', async () => {
    const invalid = { status: 400, code: 'invalid' };
    const send = async (body: object) => (await manager.post('/preferences/', body)).json();
    const good = { customer: customer.id, interpreter: orri.id, preference: 'preferred' };
    expect(await send({ ...good, partner: orri.id })).toMatchObject(invalid);
    expect(await send({ ...good, interpreter: customer.id })).toMatchObject(invalid);
    expect(await send({ ...good, reason: 'Very kind' })).toMatchObject(invalid);
    expect(await send({ ...good, customer: orri.id })).toMatchObject({ status: 404 });
    expect((await manager.get('/preferences/')).json()).toMatchObject(invalid);
    expect((await manager.get(`/preferences/?customer=${customer.id}&partner=${orri.id}`)).json()).toMatchObject(
      invalid,
    );
    for (const owner of ['customer', 'partner'])
      expect((await manager.get(`/preferences/?${owner}=${'f'.repeat(24)}`)).json()).toEqual({ results: [] });
  });

  it('go with the customer or the interpreter, whoever is deleted', async () => {
    const count = async () =>
      (await backend.database.db.selectFrom('interpreter_preferences').select('id').execute()).length;
    await wish({ customer: customer.id });
    await manager.remove(`/users/${customer.id}/`);
    expect(await count()).toBe(0);
    await wish({ customer: (await backend.addUser({ role: 'deaf' })).id });
    await manager.post('/users/bulk_delete/', { ids: [orri.id] });
    expect(await count()).toBe(0);
  });
});
