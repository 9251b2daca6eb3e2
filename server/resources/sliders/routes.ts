import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Kysely } from 'kysely';
import { CreateHeaders, RecordPath, UpdateHeaders } from '../../../contract/collection.ts';
import { NewOrder, NewSlider, Slider, SliderChanges, SlidersPage, SlidersQuery } from '../../../contract/sliders.ts';
import type { AppParts } from '../../appParts.ts';
import { createOnce } from '../../collection/create.ts';
import { answerRecord, etagOf, requireMatch, respectMatch } from '../../collection/etag.ts';
import { found } from '../../collection/found.ts';
import { lockPlaces, reorder } from '../../collection/places.ts';
import { type Trx, write } from '../../collection/write.ts';
import type { Tables } from '../../db/tables.ts';
import { claimFile, dropFile, type Files } from '../../files/files.ts';
import { sessionOf } from '../../http/guard.ts';
import { NoContent } from '../../http/noContent.ts';
import { mayRead, mayWrite, type Person } from '../../policies/policy.ts';
import { recordVerdicts } from '../../policies/records.ts';
import { randomId } from '../../randomId.ts';
import { filesOfRecords } from '../files/repository.ts';
import {
  deleteSlider,
  findSlider,
  insertSlider,
  listSliders,
  lockSlider,
  retitleSlider,
  sliderIds,
  type SliderRow,
  touchSlider,
} from './repository.ts';

const tags = ['sliders'];
const flag = 'sliders' as const;
const reads = { config: { policy: mayRead('sliders'), flag } };
const changes = { config: { policy: mayWrite('sliders'), flag } };

const ownerOf = (id: string) => ({ collection: 'sliders' as const, id });

/** `sliders/` (specification §2 and §3): pictures in an order. */
export const slidersRoutes =
  ({ database: { db }, clock }: AppParts, files: Files): FastifyPluginAsyncTypebox =>
  async (app) => {
    const withImages = async (handle: Kysely<Tables>, rows: SliderRow[], person: Person): Promise<Slider[]> => {
      const present = await files.presenter(handle);
      const images = await filesOfRecords(
        handle,
        'sliders',
        rows.map(({ id }) => id),
      );
      const can = recordVerdicts('sliders', person);
      return rows.flatMap(({ version, created, ...row }) => {
        const [image] = images.get(row.id) ?? [];
        // One that was deleted between the two queries.
        if (!image) return [];
        return { ...row, image: present(image), created: created.toISOString(), etag: etagOf(version), can };
      });
    };

    const read = async (handle: Kysely<Tables>, id: string, person: Person): Promise<Slider> => {
      const [slider] = await withImages(handle, [found(await findSlider(handle, id))], person);
      return found(slider);
    };

    const takeImage = (trx: Trx, image: string, id: string, person: Person) =>
      claimFile(trx, { id: image, purpose: 'slider', person, field: 'image' }, ownerOf(id));

    app.get(
      '/sliders/',
      {
        ...reads,
        schema: { summary: 'The slider images', tags, querystring: SlidersQuery, response: { 200: SlidersPage } },
      },
      async (request) => {
        const { count, rows } = await listSliders(db, request.query);
        return { count, results: await withImages(db, rows, sessionOf(request).person) };
      },
    );

    app.post(
      '/sliders/',
      {
        ...changes,
        schema: {
          summary: 'Add a slider image',
          tags,
          headers: CreateHeaders,
          body: NewSlider,
          response: { 201: Slider },
        },
      },
      (request, reply) => {
        const now = clock();
        const { person } = sessionOf(request);
        const { title, image } = request.body;
        return createOnce(db, request, reply, {
          now,
          insert: async (trx) => {
            const id = randomId();
            await insertSlider(trx, { id, title, created: now });
            await takeImage(trx, image, id, person);
            return read(trx, id, person);
          },
        });
      },
    );

    app.post(
      '/sliders/reorder/',
      {
        ...changes,
        schema: { summary: 'Put the slider images in order', tags, body: NewOrder, response: { 204: NoContent } },
      },
      async (request, reply) => {
        await write(db, { request, now: clock(), act: 'reorder' }, async (trx) => {
          await lockPlaces(trx, 'sliders');
          await reorder(trx, 'sliders', { ids: request.body.ids, there: await sliderIds(trx) });
        });
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/sliders/:id/',
      { ...reads, schema: { summary: 'A slider image', tags, params: RecordPath, response: { 200: Slider } } },
      async (request, reply) => answerRecord(reply, await read(db, request.params.id, sessionOf(request).person)),
    );

    app.patch(
      '/sliders/:id/',
      {
        ...changes,
        schema: {
          summary: 'Change a slider image',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          body: SliderChanges,
          response: { 200: Slider },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const { person } = sessionOf(request);
        const { title, image } = request.body;
        const changed = await write(db, { request, now: clock() }, async (trx) => {
          requireMatch(request, found(await lockSlider(trx, id)).version);
          const [current] = (await filesOfRecords(trx, 'sliders', [id])).get(id) ?? [];
          if (image !== undefined && image !== current?.id) {
            if (current) await dropFile(trx, current.id, ownerOf(id));
            await takeImage(trx, image, id, person);
            await touchSlider(trx, id);
          }
          if (title !== undefined) await retitleSlider(trx, id, title);
          return read(trx, id, person);
        });
        return answerRecord(reply, changed);
      },
    );

    app.delete(
      '/sliders/:id/',
      {
        ...changes,
        schema: {
          summary: 'Delete a slider image',
          tags,
          params: RecordPath,
          headers: UpdateHeaders,
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        await write(db, { request, now: clock() }, async (trx) => {
          await lockPlaces(trx, 'sliders');
          respectMatch(request, found(await lockSlider(trx, id)).version);
          await deleteSlider(trx, id);
        });
        return reply.code(204).send(null);
      },
    );
  };
