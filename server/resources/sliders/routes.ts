import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { NewOrder, NewSlider, Slider, SliderChanges, SlidersPage, SlidersQuery } from '../../../contract/sliders.ts';
import { etagOf } from '../../collection/etag.ts';
import { lockPositions, reorder } from '../../collection/positions.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { type Trx, write } from '../../collection/write.ts';
import { claimFile, dropFile } from '../../files/files.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayWrite, type Person } from '../../policies/policy.ts';
import type { Services } from '../../services.ts';
import { filesOfRecords } from '../files/repository.ts';
import {
  deleteSlider,
  findSlider,
  insertSlider,
  listSliders,
  lockSlider,
  retitleSlider,
  sliderIds,
  incrementVersion,
} from './repository.ts';

const ownerOf = (id: string) => ({ collection: 'sliders' as const, id });

const takeImage = (trx: Trx, image: string, id: string, person: Person) =>
  claimFile(trx, { id: image, purpose: 'slider', person, field: 'image' }, ownerOf(id));

/** The sources of the global search. */
export const searchSources: SearchSources = {
  sliders: tableSource('sliders', { title: sql`title` }),
};

/** `sliders/` (R144): images in an order. */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
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
      list: listSliders,
      find: findSlider,
      present: async (db, rows, { person }) => {
        const present = await files.presenter(person, db);
        const images = await filesOfRecords(
          db,
          'sliders',
          rows.map(({ id }) => id),
        );
        const can = recordVerdicts('sliders', person);
        return rows.flatMap(({ version, created, ...row }) => {
          const [image] = images.get(row.id) ?? [];
          // Deleted between the two queries.
          if (!image) return [];
          return { ...row, image: present(image), created: created.toISOString(), etag: etagOf(version), can };
        });
      },
      insert: async (trx, id, { title, image }, { now, person }) => {
        await insertSlider(trx, { id, title, created: now });
        await takeImage(trx, image, id, person);
      },
      lock: async (trx, id) => {
        await lockPositions(trx, 'sliders');
        return lockSlider(trx, id);
      },
      update: async (trx, id, { title, image }, { person }) => {
        const [current] = (await filesOfRecords(trx, 'sliders', [id])).get(id) ?? [];
        if (image !== undefined && image !== current?.id) {
          if (current) await dropFile(trx, current.id, ownerOf(id));
          await takeImage(trx, image, id, person);
          await incrementVersion(trx, id);
        }
        if (title !== undefined) await retitleSlider(trx, id, title);
      },
      remove: deleteSlider,
    });

    app.withTypeProvider<TypeBoxTypeProvider>().post(
      '/sliders/reorder/',
      {
        config: { policy: mayWrite('sliders'), flag: 'sliders' },
        schema: {
          summary: 'Reorder the slider images',
          tags: ['sliders'],
          body: NewOrder,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { ids } = request.body;
        await write(services.database.db, { request, now: services.clock(), act: 'reorder' }, async (trx) => {
          await lockPositions(trx, 'sliders');
          await reorder(trx, 'sliders', { ids, there: await sliderIds(trx) });
        });
        return reply.code(204).send(null);
      },
    );
  };
