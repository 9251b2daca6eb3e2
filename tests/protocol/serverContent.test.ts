import { describe, expect, it } from '@jest/globals';
import { anyDatabase, testStart } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { callsOf } from '../support/calls.ts';
import { picture, upload } from '../support/uploads.ts';

describe.each(anyDatabase)('ordered content, on the %s database', (kind) => {
  const backend = backendOf(kind);

  const asOwner = async () => {
    const app = await backend.app();
    const owner = await backend.signedIn();
    const calls = callsOf(app, owner);
    const image = async () => (await upload(app, owner, { purpose: 'slider', bytes: await picture() })).json().id;
    const addSlider = async (title: string) => (await calls.post('/sliders/', { title, image: await image() })).json();
    const add = async (title: string, parent?: string) =>
      (await calls.post('/closure_categories/', { title, ...(parent ? { parent } : {}) })).json();
    return { app, owner, calls, image, addSlider, add };
  };

  type Row = { title: string; position: number };
  const titles = async (calls: ReturnType<typeof callsOf>, url: string) =>
    (await calls.get(url)).json().results.map(({ title, position }: Row) => `${position} ${title}`);

  describe('slider images', () => {
    // R144
    it('are added last, each with a link to its image', async () => {
      const { app, calls, addSlider } = await asOwner();
      await addSlider('Summer hours');
      const second = await addSlider('A new service');
      expect(second).toMatchObject({
        position: 2,
        image: { width: 40, height: 20, media_type: 'image/png' },
        created: '2024-05-01T07:00:00.000Z',
        can: { update: true, delete: true },
      });
      expect((await app.inject(`/${second.image.url}`)).statusCode).toBe(200);
      const list = (await calls.get('/sliders/')).json();
      expect([list.count, list.results[1]]).toEqual([2, second]);
      expect(await titles(calls, '/sliders/?ordering=title')).toEqual(['2 A new service', '1 Summer hours']);
      const interpreter = callsOf(app, await backend.signedIn({ role: 'interpreter' }));
      const [seen] = (await interpreter.get('/sliders/')).json().results;
      expect([seen.can, seen.title]).toEqual([{ update: false, delete: false }, 'Summer hours']);
    });

    it('accept one’s own upload once, and delete it with them', async () => {
      const { app, calls, image, addSlider } = await asOwner();
      const { db } = backend.database;
      const used = await addSlider('Summer hours');
      const refused = async (id: string, by = calls) =>
        (await by.post('/sliders/', { title: 'Another', image: id })).json();
      const notFound = { code: 'invalid', errors: { image: ['not_found'] } };
      expect(await refused(used.image.id)).toMatchObject(notFound);
      expect(await refused('f'.repeat(24))).toMatchObject(notFound);
      const other = callsOf(app, await backend.signedIn({ role: 'manager' }));
      expect(await refused(await image(), other)).toMatchObject(notFound);
      expect((await calls.get('/sliders/')).json().count).toBe(1);
      const url = `/sliders/${used.id}/`;
      const replacement = await image();
      const changed = await calls.patch(url, used.etag, { image: replacement });
      expect(changed.json().image.id).toBe(replacement);
      expect(changed.json().etag).not.toBe(used.etag);
      expect((await app.inject(`/${used.image.url}`)).statusCode).toBe(404);
      expect((await calls.patch(url, used.etag, { title: 'Stale' })).statusCode).toBe(412);
      const same = await calls.patch(url, changed.json().etag, { title: 'Winter hours', image: replacement });
      expect(same.json()).toMatchObject({ title: 'Winter hours', image: { id: replacement } });
      expect((await calls.remove(url)).statusCode).toBe(204);
      const rest = await db.selectFrom('files').select('record_id').where('record_id', 'is not', null).execute();
      expect(rest).toEqual([]);
    });

    it('are reordered by a complete list of ids, without gaps', async () => {
      const { calls, addSlider } = await asOwner();
      const [first, second, third] = [await addSlider('One one'), await addSlider('Two two'), await addSlider('Three')];
      const reorder = (ids: string[]) => calls.post('/sliders/reorder/', { ids });
      expect((await reorder([third.id, first.id, second.id])).statusCode).toBe(204);
      expect(await titles(calls, '/sliders/')).toEqual(['1 Three', '2 One one', '3 Two two']);
      for (const ids of [[first.id, second.id], [first.id, second.id, third.id, 'f'.repeat(24)], []])
        expect((await reorder(ids)).json().code).toBe('conflict');
      expect((await reorder([first.id, first.id, second.id])).statusCode).toBe(400);
      await calls.remove(`/sliders/${first.id}/`);
      expect(await titles(calls, '/sliders/')).toEqual(['1 Three', '2 Two two']);
      await addSlider('Four');
      expect(await titles(calls, '/sliders/')).toEqual(['1 Three', '2 Two two', '3 Four']);
      expect((await calls.get('/audit/?act=reorder&collection=sliders')).json().count).toBe(3);
    });

    it('keep consecutive positions with concurrent writes', async () => {
      const { calls, addSlider } = await asOwner();
      const first = [];
      for (const title of ['One one', 'Two two', 'Three', 'Four']) first.push(await addSlider(title));
      const ids = first.map(({ id }) => id);
      const rounds = kind === 'postgres' ? 5 : 1;
      for (let round = 0; round < rounds; round += 1) {
        const last = (await calls.get('/sliders/?ordering=-position')).json().results[0];
        const answers = await Promise.all([
          addSlider(`Added ${round}`),
          calls.post('/sliders/reorder/', { ids: ids.toReversed() }),
          calls.post('/sliders/reorder/', { ids }),
          calls.remove(`/sliders/${last.id}/`),
          addSlider(`Also added ${round}`),
        ]);
        for (const answer of answers) if ('statusCode' in answer) expect([204, 409]).toContain(answer.statusCode);
        const positions = (await calls.get('/sliders/?page_size=100'))
          .json()
          .results.map(({ position }: Row) => position);
        expect(positions).toEqual(positions.map((_: number, index: number) => index + 1));
      }
    });

    it('do not exist while the flag is off', async () => {
      const calls = callsOf(await backend.app({ flags: { sliders: false } }), await backend.signedIn());
      expect((await calls.get('/sliders/')).json().code).toBe('feature_off');
      expect((await calls.get('/auth/me/')).json().verdicts.collections.sliders).toBe('none');
    });
  });

  describe('closure categories', () => {
    // R93, R145
    it('are main or have a parent, and list their subcategories', async () => {
      const { calls, add } = await asOwner();
      const held = await add('Held as agreed');
      const lost = await add('Not held');
      const early = await add('Ended early', held.id);
      const late = await add('Took longer', held.id);
      expect(early).toMatchObject({ main: false, parent: held.id, parent_title: 'Held as agreed', position: 1 });
      expect(early).toMatchObject({ subcategories: [], group: null, in_use: false });
      const read = await calls.get(`/closure_categories/${held.id}/`);
      expect(read.json()).toMatchObject({
        main: true,
        parent: null,
        subcategories: [
          { id: early.id, title: 'Ended early', position: 1 },
          { id: late.id, title: 'Took longer', position: 2 },
        ],
        can: { update: true, delete: false },
      });
      expect(await titles(calls, '/closure_categories/')).toEqual([
        '1 Held as agreed',
        '1 Ended early',
        '2 Took longer',
        '2 Not held',
      ]);
      expect(await titles(calls, '/closure_categories/?main=true')).toEqual(['1 Held as agreed', '2 Not held']);
      expect(await titles(calls, `/closure_categories/?parent=${held.id}&ordering=-title`)).toEqual([
        '2 Took longer',
        '1 Ended early',
      ]);
      expect(await titles(calls, '/closure_categories/?search=HELD+not')).toEqual(['2 Not held']);
      const grouped = await calls.patch(`/closure_categories/${lost.id}/`, lost.etag, { group: 'Without a result' });
      expect(grouped.json().group).toBe('Without a result');
    });

    it('have two levels and no cycles', async () => {
      const { calls, add } = await asOwner();
      const [held, lost] = [await add('Held as agreed'), await add('Not held')];
      const early = await add('Ended early', held.id);
      const under = async ({ id, etag }: { id: string; etag: string }, parent: string | null) => {
        const answer = await calls.patch(`/closure_categories/${id}/`, etag, { parent });
        return answer.statusCode === 200 ? answer.json() : answer.json().errors;
      };
      expect(await add('Deeper', early.id)).toMatchObject({ errors: { parent: ['closure_two_levels'] } });
      expect(await add('Nowhere', 'f'.repeat(24))).toMatchObject({ errors: { parent: ['not_found'] } });
      expect(await under(lost, lost.id)).toEqual({ parent: ['closure_two_levels'] });
      expect(await under(lost, early.id)).toEqual({ parent: ['closure_two_levels'] });
      expect(await under(held, lost.id)).toEqual({ parent: ['closure_has_subcategories'] });
      const moved = await under(early, lost.id);
      expect(moved).toMatchObject({ parent: lost.id, position: 1 });
      expect(await under(moved, null)).toMatchObject({ main: true, position: 3 });
      // Written directly, without the routes.
      const { db } = backend.database;
      const [a, b] = [await add('Above it all'), await add('Below it')];
      const set = (id: string, parent_id: string) =>
        db.updateTable('closure_categories').set({ parent_id }).where('id', '=', id).execute();
      await set(b.id, a.id);
      await expect(set(a.id, b.id)).rejects.toMatchObject({ constraint: 'closure_categories_parent' });
      await expect(set(a.id, held.id)).rejects.toMatchObject({ constraint: 'closure_categories_parent' });
      await expect(set(held.id, b.id)).rejects.toMatchObject({ constraint: 'closure_categories_parent' });
    });

    it('have an order on each level, and later ones move up after a deletion', async () => {
      const { calls, add } = await asOwner();
      const [held, lost, other] = [await add('Held'), await add('Lost'), await add('Other')];
      const [early, late, half] = [await add('Early', held.id), await add('Late', held.id), await add('Half', held.id)];
      const reorder = (ids: string[], parent: string | null = null) =>
        calls.post('/closure_categories/reorder/', { ids, parent });
      expect((await reorder([other.id, held.id, lost.id])).statusCode).toBe(204);
      expect((await reorder([half.id, early.id, late.id], held.id)).statusCode).toBe(204);
      expect((await reorder([half.id, early.id, late.id])).json().code).toBe('conflict');
      expect((await reorder([], early.id)).json().errors).toEqual({ parent: ['closure_two_levels'] });
      expect(await titles(calls, '/closure_categories/')).toEqual([
        '1 Other',
        '2 Held',
        '1 Half',
        '2 Early',
        '3 Late',
        '3 Lost',
      ]);
      const { etag } = (await calls.get(`/closure_categories/${half.id}/`)).json();
      await calls.patch(`/closure_categories/${half.id}/`, etag, { parent: lost.id });
      await calls.remove(`/closure_categories/${other.id}/`);
      expect(await titles(calls, '/closure_categories/')).toEqual(['1 Held', '1 Early', '2 Late', '2 Lost', '1 Half']);
    });

    it('cannot be deleted with subcategories, or once a request was closed under them', async () => {
      const { calls, add } = await asOwner();
      const { db } = backend.database;
      const held = await add('Held as agreed');
      const early = await add('Ended early', held.id);
      const remove = async ({ id }: { id: string }) => calls.remove(`/closure_categories/${id}/`);
      expect((await remove(held)).json()).toMatchObject({ status: 409, code: 'closure_has_subcategories' });
      const interpretation = {
        id: 'a'.repeat(24),
        channel: 'online',
        session_mode: 'VRI',
        location_type: 'remote',
        queue_type: 'social',
        category: 'Health',
        created: testStart,
        closure_category_id: early.id,
      } as const;
      await db.insertInto('interpretations').values(interpretation).execute();
      expect((await remove(early)).json()).toMatchObject({ status: 409, code: 'closure_in_use' });
      expect((await calls.get(`/closure_categories/${early.id}/`)).json()).toMatchObject({
        in_use: true,
        can: { delete: false },
      });
      await db.updateTable('interpretations').set({ closure_category_id: null }).execute();
      expect((await remove(early)).statusCode).toBe(204);
      expect((await remove(held)).statusCode).toBe(204);
    });

    it('have unique titles among siblings, ignoring case', async () => {
      const { calls, add } = await asOwner();
      const [held, lost] = [await add('Held as agreed'), await add('Not held')];
      const taken = { status: 409, code: 'category_taken', errors: { title: ['category_taken'] } };
      expect(await add('HELD as Agreed')).toMatchObject(taken);
      expect(await add('Other', held.id)).toMatchObject({ position: 1 });
      expect(await add('Other', lost.id)).toMatchObject({ position: 1 });
      expect(await add('OTHER', lost.id)).toMatchObject(taken);
      expect((await calls.post('/closure_categories/', { title: 'ab' })).json().errors).toEqual({
        title: ['too_short'],
      });
    });

    it('keep their rules with concurrent writes', async () => {
      const { calls, add } = await asOwner();
      const rounds = kind === 'postgres' ? 10 : 2;
      for (let round = 0; round < rounds; round += 1) {
        const [a, b] = [await add(`Held ${round}`), await add(`Lost ${round}`)];
        const move = (category: typeof a, parent: typeof a) =>
          calls.patch(`/closure_categories/${category.id}/`, category.etag, { parent: parent.id });
        const moved = await Promise.all([move(a, b), move(b, a)]);
        expect(moved.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
        const parent = await add(`Parent ${round}`);
        const [removed, child] = await Promise.all([
          calls.remove(`/closure_categories/${parent.id}/`),
          calls.post('/closure_categories/', { title: 'Child', parent: parent.id }),
        ]);
        const outcome = [removed.statusCode, child.statusCode];
        expect([
          [204, 400],
          [409, 201],
        ]).toContainEqual(outcome);
      }
    });
  });
});
