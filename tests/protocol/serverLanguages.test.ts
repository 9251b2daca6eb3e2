import { beforeEach, describe, expect, it } from '@jest/globals';
import type { InterpretingLanguage } from '../../contract/interpretingCodes.ts';
import { anyDatabase, type SignedIn } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { addBookingPeople, createBooking } from '../support/booking.ts';
import { type Calls, callsOf } from '../support/calls.ts';
import { importsOf } from '../support/imports.ts';

/** Una speaks what is asked for, Orri something else, and nobody knows what Eva speaks. All have a shift. */
describe.each(anyDatabase)('requested languages of a reservation, on the %s database', (kind) => {
  const backend = backendOf(kind);
  let manager: Calls;
  let customer: { id: string };
  let una: SignedIn;
  let orri: SignedIn;
  let eva: SignedIn;
  beforeEach(async () => {
    const app = await backend.app();
    const people = await addBookingPeople(backend);
    ({ una, orri, customer } = people);
    await speaks(una, ['icl']);
    await speaks(orri, ['pol']);
    eva = await backend.signedIn({ role: 'interpreter', first_name: 'Eva', last_name: 'Dal' });
    manager = callsOf(app, people.staff);
    for (const { id } of [una, orri, eva]) await shift({ interpreter: id });
  });
  const { form, shift, reserve, act, tryAct, read } = createBooking(
    () => ({ manager, interpreters: [], customer: customer.id }),
    { languages: ['icl', 'isl'] },
  );
  const speaks = ({ id }: SignedIn, languages: InterpretingLanguage[]) =>
    backend.database.db.updateTable('users').set({ languages }).where('id', '=', id).execute();
  const despite = (reason = 'Knows the customer, who reads Polish') => ({
    interpreters: [orri.id],
    language_exceptions: [{ interpreter: orri.id, reason }],
  });
  const groups = async (id: string) => {
    const found = await manager.get(
      `/interpreters/free/?reservation=${id}&group[]=ready&group[]=needs_shift&group[]=impossible`,
    );
    const { results } = found.json<{ results: { interpreter_name: string; group: string; obstacle: string }[] }>();
    return results.map(({ interpreter_name, group, obstacle }) => `${interpreter_name} ${group} ${obstacle}`);
  };

  it('exclude who speaks none of them, and nobody of whom no languages are recorded', async () => {
    const { id } = await reserve();
    expect(await groups(id)).toEqual([
      'Una Arnardóttir ready null',
      'Eva Dal ready null',
      'Orri Bjarnason impossible language',
    ]);
    const any = await reserve({ languages: [] });
    expect(await groups(any.id)).toEqual([
      'Una Arnardóttir ready null',
      'Orri Bjarnason ready null',
      'Eva Dal ready null',
    ]);
  });

  it('count before a shift: who speaks none of them does not merely need one', async () => {
    const { id } = await reserve({ date: '2024-05-07' });
    expect(await groups(id)).toEqual([
      'Una Arnardóttir needs_shift no_shift',
      'Eva Dal needs_shift no_shift',
      'Orri Bjarnason impossible language',
    ]);
  });

  it('are a condition of every act that takes somebody: add, assign, approve, offer', async () => {
    const refused = { status: 409, code: 'no_requested_language' };
    expect((await manager.post('/reservations/', form({ interpreters: [orri.id] }))).json()).toMatchObject(refused);
    const { id } = await reserve();
    const offer = { interpreters: [orri.id], deadline: '2024-05-01T10:00:00.000Z' };
    expect(await tryAct(id, 'assign', { interpreters: [orri.id] })).toMatchObject(refused);
    expect(await tryAct(id, 'approve', { interpreters: [orri.id] })).toMatchObject(refused);
    expect(await tryAct(id, 'offer', offer)).toMatchObject(refused);
    expect((await read(id)).interpreters).toEqual([]);
  });

  it('are no obstacle with a reason, which planners read and the audit log keeps', async () => {
    const { id } = await reserve();
    expect(await act(id, 'assign', despite())).toMatchObject({
      interpreters: [{ id: orri.id, obstacle: null, language_reason: 'Knows the customer, who reads Polish' }],
      can: { approve: true },
    });
    expect(await act(id, 'approve')).toMatchObject({ status: 'approved', uncovered: false });
    const asOrri = callsOf(await backend.app(), orri);
    expect((await read(id, asOrri)).interpreters).toMatchObject([{ id: orri.id, language_reason: null }]);
    const kept = await backend.database.db
      .selectFrom('audit_entries')
      .select('after')
      .where('collection', '=', 'reservation_interpreters')
      .where('record_id', '=', id)
      .execute();
    expect(kept.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ language_reason: 'Knows the customer, who reads Polish' }),
    );
  });

  it('are no obstacle to an approval or an offer with a reason', async () => {
    const { id } = await reserve();
    expect(await act(id, 'approve', despite())).toMatchObject({
      status: 'approved',
      interpreters: [{ id: orri.id, language_reason: 'Knows the customer, who reads Polish' }],
    });
    const other = await reserve({ time_from: '13:00', time_to: '14:00' });
    await act(other.id, 'offer', { ...despite('Nobody else'), deadline: '2024-05-01T10:00:00.000Z' });
    expect(await act(other.id, 'accept', {}, callsOf(await backend.app(), orri))).toMatchObject({
      status: 'approved',
      uncovered: false,
    });
  });

  it.each(['assign', 'approve'])('keep the reason of an offer with %s for whom it is offered to', async (name) => {
    const { id } = await reserve();
    await act(id, 'offer', { ...despite(), deadline: '2024-05-01T10:00:00.000Z' });
    expect(await groups(id)).toContain('Orri Bjarnason ready null');
    await act(id, name, { interpreters: [orri.id] });
    expect((await read(id)).interpreters).toMatchObject([
      { id: orri.id, obstacle: null, language_reason: 'Knows the customer, who reads Polish' },
    ]);
  });

  it('need a reason of three characters, for those who need one, and for each time they are taken', async () => {
    const { id } = await reserve();
    expect(await tryAct(id, 'assign', despite('ok'))).toMatchObject({ status: 400 });
    const needless = { interpreters: [una.id], language_exceptions: [{ interpreter: una.id, reason: 'Because' }] };
    expect(await act(id, 'assign', needless)).toMatchObject({ interpreters: [{ language_reason: null }] });
    await act(id, 'assign', despite());
    await act(id, 'assign', { interpreters: [una.id] });
    expect(await tryAct(id, 'assign', { interpreters: [una.id, orri.id] })).toMatchObject({
      status: 409,
      code: 'no_requested_language',
    });
  });

  it('must stay covered when they change on an approved one, and show when an interpreter no longer speaks any', async () => {
    const { id } = await reserve();
    await act(id, 'approve', { interpreters: [una.id] });
    const { etag } = await read(id);
    const changed = await manager.patch(`/reservations/${id}/`, etag, { languages: ['pol'] });
    expect(changed.json()).toMatchObject({ status: 409, code: 'no_requested_language' });
    await backend.database.db
      .updateTable('users')
      .set({ languages: ['pol'] })
      .where('id', '=', una.id)
      .execute();
    expect(await read(id)).toMatchObject({ uncovered: true, interpreters: [{ id: una.id, obstacle: 'language' }] });
  });

  describe('of an interpreter who is booked', () => {
    const booked = async () => {
      const { id } = await reserve();
      await act(id, 'approve', { interpreters: [una.id] });
      return id;
    };
    const change = async (facts: object) => {
      const { etag } = (await manager.get(`/users/${una.id}/`)).json();
      return (await manager.patch(`/users/${una.id}/`, etag, facts)).json();
    };
    const asking = 'act=change_languages&languages[]=pol';

    it('are taken away only with a decision about the reservations that need them', async () => {
      const id = await booked();
      expect((await manager.get(`/users/affected/?${asking}&id[]=${una.id}`)).json()).toMatchObject({
        reservations: [{ id }],
        pending: 0,
        shifts: 0,
      });
      expect(await change({ languages: ['pol'] })).toMatchObject({ code: 'reservations_affected', reservations: [id] });
      const decisions = { reservations: [{ reservation: id, outcome: 'reassign', interpreters: [eva.id] }] };
      expect(await change({ languages: ['pol'], ...decisions })).toMatchObject({ languages: ['pol'] });
      expect(await read(id)).toMatchObject({ status: 'approved', uncovered: false, interpreters: [{ id: eva.id }] });
    });

    it('are not taken away by an import', async () => {
      await booked();
      const imports = importsOf(await backend.app(), await backend.signedIn());
      const file = (languages: string) =>
        `email,first_name,last_name,role,languages\n${una.email},Una,Arnardóttir,interpreter,${languages}\n`;
      const { id } = await imports.checked('users', file('pol'));
      expect(await imports.issues(id)).toEqual(['2 languages field_fixed']);
      expect((await imports.checked('users', file('icl|pol'))).counts).toMatchObject({ changed: 1, refused: 0 });
    });

    it('grow, and other facts change, whatever is not covered for other reasons', async () => {
      await booked();
      await speaks(una, ['pol']);
      expect(await change({ phone: '+354 555 1234' })).toMatchObject({ phone: '+3545551234' });
      expect(await change({ languages: ['pol', 'eng'] })).toMatchObject({ languages: ['pol', 'eng'] });
    });
  });
});
