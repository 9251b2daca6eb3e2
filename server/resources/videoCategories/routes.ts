import { sql } from 'kysely';
import {
  NewVideoCategory,
  VideoCategoriesPage,
  VideoCategoriesQuery,
  VideoCategory,
} from '../../../contract/videos.ts';
import { alphabetically } from '../../collection/list.ts';
import { serveCollection } from '../../collection/routes.ts';
import { numberOf, recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { type TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const categories = tableRepository('video_categories', {
  select: (db) =>
    db
      .selectFrom('video_categories')
      .select(['id', 'version', 'name', 'created', numberOf('videos', 'videos.category_id', 'video_categories.id')]),
  searched: [sql`name`],
  orderings: { name: [alphabetically(sql`name`)], created: [sql`created`] },
  fallback: 'name',
});

/** `video_categories/`, the categories of partners' videos. */
export function routes(app: TypedApp, services: Services): void {
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
    ...categories,
    present: (_, rows, { person }) => rows.map((row) => recordOf('video_categories', row, person)),
    insert: (trx, id, { name }, { now }) => categories.insert(trx, { id, name, created: now }),
  });
}
