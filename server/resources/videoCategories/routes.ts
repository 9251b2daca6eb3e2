import type { FastifyPluginAsync } from 'fastify';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import {
  NewVideoCategory,
  VideoCategoriesPage,
  VideoCategoriesQuery,
  VideoCategory,
} from '../../../contract/videos.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import type { Services } from '../../services.ts';
import { categoriesOf } from '../categories/repository.ts';

const categories = categoriesOf('videos');

/** `video_categories/`, the categories of partners' videos. */
export const routes =
  (services: Services): FastifyPluginAsync =>
  async (app) => {
    serveCollection(app, services, {
      url: '/video_categories/',
      parents: [],
      kind: 'video_categories',
      flag: 'videos',
      names: { many: 'categories of videos', one: 'category of videos' },
      deleteNote: 'Its videos stay, without a category.',
      query: VideoCategoriesQuery,
      page: VideoCategoriesPage,
      item: VideoCategory,
      created: NewVideoCategory,
      changes: NewVideoCategory,
      list: categories.list,
      find: categories.find,
      present: (_, rows, { person }) =>
        rows.map(({ version, created, ...row }) => ({
          ...row,
          created: created.toISOString(),
          etag: etagOf(version),
          can: recordVerdicts('video_categories', person),
        })),
      insert: (trx, id, { name }, { now }) => categories.insert(trx, { id, name, created: now }),
      lock: categories.lock,
      update: (trx, id, { name }) => categories.rename(trx, id, name),
      remove: categories.remove,
    });
  };
