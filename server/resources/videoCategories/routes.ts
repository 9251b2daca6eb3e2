import type { FastifyPluginAsync } from 'fastify';
import {
  NewVideoCategory,
  VideoCategoriesPage,
  VideoCategoriesQuery,
  VideoCategory,
} from '../../../contract/videos.ts';
import type { AppParts } from '../../appParts.ts';
import { etagOf } from '../../collection/etag.ts';
import { serveCollection } from '../../collection/routes.ts';
import { recordVerdicts } from '../../../contract/recordRules.ts';
import { categoriesOf } from '../categories/repository.ts';

const categories = categoriesOf('videos');

/** `video_categories/`, the categories of partners' videos. */
export const videoCategoriesRoutes =
  (parts: AppParts): FastifyPluginAsync =>
  async (app) => {
    serveCollection(app, parts, {
      url: '/video_categories/',
      above: [],
      what: 'video_categories',
      flag: 'videos',
      names: { many: 'categories of videos', one: 'category of videos' },
      deleteNote: 'Its videos stay, without one.',
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
