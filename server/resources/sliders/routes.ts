import { sql } from 'kysely';
import { NewOrder, NewSlider, Slider, SliderChanges, SlidersPage, SlidersQuery } from '../../../contract/sliders.ts';
import { alphabetically } from '../../collection/list.ts';
import { lockPositions, reorder } from '../../collection/positions.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { type Trx, write } from '../../collection/write.ts';
import { claimFile, dropFile } from '../../files/files.ts';
import { NoContent, routeOptions, type TypedApp } from '../../http/routes.ts';
import { mayWrite, type Person } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { filesOfRecords } from '../files/repository.ts';

const writes = routeOptions('sliders', { policy: mayWrite('sliders'), flag: 'sliders' });

const sliders = tableRepository('sliders', {
  select: (db) => db.selectFrom('sliders').select(['id', 'version', 'title', 'position', 'created']),
  searched: [sql`title`],
  orderings: { position: [sql`position`], title: [alphabetically(sql`title`)], created: [sql`created`] },
  fallback: 'position',
});

const ownerOf = (id: string) => ({ collection: 'sliders' as const, id });

async function idsOf(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('sliders').select('id').execute();
  return rows.map(({ id }) => id);
}

const takeImage = (trx: Trx, image: string, id: string, person: Person) =>
  claimFile(trx, { id: image, purpose: 'slider', person, field: 'image' }, ownerOf(id));

/** The sources of the global search. */
export const searchSources: SearchSources = {
  sliders: tableSource('sliders', { title: sql`title` }),
};

/** `sliders/` (R144): images in an order. */
export function routes(app: TypedApp, services: Services): void {
  const { files } = services;
  serveCollection(app, services, {
    url: '/sliders/',
    parents: [],
    kind: 'sliders',
    flag: 'sliders',
    names: { many: 'slider images', one: 'slider image' },
    query: SlidersQuery,
    page: SlidersPage,
    item: Slider,
    created: NewSlider,
    changes: SliderChanges,
    ...sliders,
    present: async (db, rows, { person }) => {
      const present = await files.presenter(person, db);
      const images = await filesOfRecords(
        db,
        'sliders',
        rows.map(({ id }) => id),
      );
      return rows.flatMap((row) => {
        const [image] = images.get(row.id) ?? [];
        // Deleted between the two queries.
        return image ? { ...recordOf('sliders', row, person), image: present(image) } : [];
      });
    },
    insert: async (trx, id, { title, image }, { now, person }) => {
      await sliders.insert(trx, { id, title, created: now });
      await takeImage(trx, image, id, person);
    },
    lock: async (trx, id, call) => {
      await lockPositions(trx, 'sliders');
      return sliders.lock(trx, id, call);
    },
    update: async (trx, id, { title, image }, { person }) => {
      const [current] = (await filesOfRecords(trx, 'sliders', [id])).get(id) ?? [];
      if (image !== undefined && image !== current?.id) {
        if (current) await dropFile(trx, current.id, ownerOf(id));
        await takeImage(trx, image, id, person);
        // Increments the version, because the image is in another table.
        await sliders.update(trx, id, { id });
      }
      await sliders.update(trx, id, { title });
    },
  });

  app.post(
    '/sliders/reorder/',
    writes({
      summary: 'Reorder the slider images',
      body: NewOrder,
      response: { 204: NoContent },
    }),
    async (request) => {
      const { ids } = request.body;
      await write(services.database.db, { request, now: services.clock(), act: 'reorder' }, async (trx) => {
        await lockPositions(trx, 'sliders');
        await reorder(trx, 'sliders', { ids, there: await idsOf(trx) });
      });
    },
  );
}
