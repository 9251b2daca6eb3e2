import { sql } from 'kysely';
import { NewVideo, Video, VideoChanges, VideosPage, VideosQuery } from '../../../contract/videos.ts';
import { alphabetically } from '../../collection/list.ts';
import { serveCollection } from '../../collection/routes.ts';
import { tableSource, type SearchSources } from '../../collection/search.ts';
import { recordOf, tableRepository } from '../../collection/tableRepository.ts';
import { replaceFile } from '../../files/files.ts';
import { type TypedApp } from '../../http/routes.ts';
import { ApiProblem } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { filesOfRecords } from '../files/repository.ts';
import { requirePartner } from '../partners/repository.ts';

const videos = tableRepository('videos', {
  select: (db, { partner }: { partner: string }) =>
    db
      .selectFrom('videos')
      .leftJoin('video_categories', 'video_categories.id', 'videos.category_id')
      .select([
        'videos.id',
        'videos.version',
        'videos.partner_id as partner',
        'videos.title',
        'videos.category_id as category',
        'video_categories.name as category_name',
        'videos.url',
        'videos.file_id',
        'videos.captions_id',
        'videos.captions_language',
        'videos.created',
      ])
      .where('videos.partner_id', '=', partner),
  filter: (records, { category }: VideosQuery) =>
    category ? records.where('videos.category_id', '=', category) : records,
  searched: [sql`videos.title`, sql`video_categories.name`],
  orderings: { title: [alphabetically(sql`videos.title`)], created: [sql`videos.created`] },
  fallback: '-created',
});

const film = { purpose: 'video', field: 'file' } as const;
const captionsFile = { purpose: 'captions', field: 'captions' } as const;

/**
 * The source of a video after a change: either a link or a file.
 * @throws ApiProblem invalid
 */
function sourceOf(before: { url: string | null; file_id: string | null }, { url, file }: VideoChanges) {
  const source = {
    url: url === undefined ? (file ? null : before.url) : url,
    file_id: file === undefined ? (url ? null : before.file_id) : file,
  };
  if (source.url === null && source.file_id === null)
    throw new ApiProblem('invalid', { errors: { url: ['required'] } });
  if (source.url !== null && source.file_id !== null)
    throw new ApiProblem('invalid', { errors: { file: ['invalid'] } });
  return source;
}

type Captions = { captions_id: string | null; captions_language: string | null };

/**
 * The captions of a video after a change. A video without a file has none.
 * @throws ApiProblem invalid
 */
function captionsOf(before: Captions, { captions, captions_language }: VideoChanges, hasFile: boolean): Captions {
  if (captions && !hasFile) throw new ApiProblem('invalid', { errors: { captions: ['invalid'] } });
  const captions_id = captions === undefined ? before.captions_id : captions;
  if (!hasFile || captions_id === null) return { captions_id: null, captions_language: null };
  const language = captions_language === undefined ? before.captions_language : captions_language;
  if (language === null) throw new ApiProblem('invalid', { errors: { captions_language: ['required'] } });
  return { captions_id, captions_language: language };
}

/** The sources of the global search. */
export const searchSources: SearchSources = {
  videos: tableSource('videos', { title: sql`title`, partner: sql`partner_id` }),
};

/** `partners/{partner}/videos/` (Q12). */
export function routes(app: TypedApp, services: Services): void {
  const { files } = services;
  serveCollection(app, services, {
    url: '/partners/:partner/videos/',
    parents: ['partner'],
    kind: 'videos',
    flag: 'videos',
    names: { many: 'videos of a partner', one: 'video' },
    query: VideosQuery,
    page: VideosPage,
    item: Video,
    created: NewVideo,
    changes: VideoChanges,
    ...videos,
    list: async (db, query, call) => {
      await requirePartner(db, call.parentIds.partner);
      return videos.list(db, query, call);
    },
    present: async (db, rows, { person }) => {
      const toFile = await files.presenter(person, db);
      const ids = rows.flatMap(({ id, file_id }) => (file_id === null ? [] : id));
      const ours = await filesOfRecords(db, 'videos', ids);
      return rows.map(({ file_id, captions_id, ...row }) => {
        const fileBy = (wanted: string | null) => {
          const file = ours.get(row.id)?.find(({ id }) => id === wanted);
          return file ? toFile(file) : null;
        };
        return { ...recordOf('videos', row, person), file: fileBy(file_id), captions: fileBy(captions_id) };
      });
    },
    insert: async (trx, id, body, { parentIds: { partner }, person, now }) => {
      await requirePartner(trx, partner);
      const { title, category = null } = body;
      const source = sourceOf({ url: null, file_id: null }, body);
      const text = captionsOf({ captions_id: null, captions_language: null }, body, source.file_id !== null);
      const owner = { collection: 'videos', id } as const;
      await videos.insert(trx, {
        id,
        partner_id: partner,
        title,
        category_id: category,
        ...source,
        ...text,
        created: now,
      });
      await replaceFile(trx, { ...film, person }, [null, source.file_id], owner);
      await replaceFile(trx, { ...captionsFile, person }, [null, text.captions_id], owner);
    },
    update: async (trx, id, body, { before, person }) => {
      const { title, category } = body;
      const source = sourceOf(before, body);
      const text = captionsOf(before, body, source.file_id !== null);
      const owner = { collection: 'videos', id } as const;
      await videos.update(trx, id, { title, category_id: category, ...source, ...text });
      await replaceFile(trx, { ...film, person }, [before.file_id, source.file_id], owner);
      await replaceFile(trx, { ...captionsFile, person }, [before.captions_id, text.captions_id], owner);
    },
  });
}
