import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { videoOrderings, VideosQuery } from '../../../contract/videos.ts';
import { alphabetically, type Orderings, pageOf, searchIn } from '../../collection/list.ts';
import type { Tables } from '../../db/tables.ts';

type Db = Kysely<Tables>;

const orderings: Orderings<(typeof videoOrderings)[number]> = {
  title: [alphabetically(sql`videos.title`)],
  created: [sql`videos.created`],
};

function selectVideos(db: Db, partner: string) {
  return db
    .selectFrom('videos')
    .leftJoin('video_categories', 'video_categories.id', 'videos.category_id')
    .select([
      'videos.id',
      'videos.version',
      'videos.partner_id',
      'videos.title',
      'videos.category_id',
      'video_categories.name as category_name',
      'videos.url',
      'videos.file_id',
      'videos.created',
    ])
    .where('videos.partner_id', '=', partner);
}

/** One page of a partner's videos. */
export function listVideos(db: Db, partner: string, { category, search, ...query }: VideosQuery) {
  const found = searchIn(search, [sql`videos.title`, sql`video_categories.name`], sql`videos.id`);
  let videos = selectVideos(db, partner);
  if (category) videos = videos.where('videos.category_id', '=', category);
  if (found) videos = videos.where(found);
  return pageOf(db, videos, query, { orderings, fallback: '-created', tiebreak: sql`videos.id` });
}

/** A video of a partner by id. */
export function findVideo(db: Db, partner: string, id: string) {
  return selectVideos(db, partner).where('videos.id', '=', id).executeTakeFirst();
}

/** A video of a partner by id, locked until the transaction ends. */
export function lockVideo(trx: Db, partner: string, id: string) {
  return selectVideos(trx, partner).where('videos.id', '=', id).forUpdate('videos').executeTakeFirst();
}

/** Adds a video. */
export async function insertVideo(trx: Db, video: Insertable<Tables['videos']>): Promise<void> {
  await trx.insertInto('videos').values(video).execute();
}

/** Updates a video; without changes it does nothing. */
export async function updateVideo(trx: Db, id: string, changes: Updateable<Tables['videos']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('videos').set(changes).where('id', '=', id).execute();
}

/** Deletes a video. */
export async function deleteVideo(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('videos').where('id', '=', id).execute();
}
