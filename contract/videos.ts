import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, LanguageTag, Link, maybe, Name, named, nullable, partialForm, UploadId } from './fields.ts';
import { File } from './files.ts';

/** A category of videos. `videos` is the number of videos in it. */
export const VideoCategory = named('VideoCategory', {
  id: Id,
  etag: Etag,
  name: Type.String(),
  videos: Type.Integer({ minimum: 0, description: 'How many videos are in it; deleting the category keeps them.' }),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type VideoCategory = Static<typeof VideoCategory>;

/** `POST video_categories/` and `PATCH video_categories/{id}/`. Names are unique, ignoring case. */
export const NewVideoCategory = form('NewVideoCategory', { name: Name });
export type NewVideoCategory = Static<typeof NewVideoCategory>;

/** The sort keys of the list of categories. */
export const videoCategoryOrderings = ['name', 'created'] as const;

/** `GET video_categories/`: the query. */
export const VideoCategoriesQuery = listQuery(videoCategoryOrderings, {});
export type VideoCategoriesQuery = Static<typeof VideoCategoriesQuery>;

/** `GET video_categories/`: the response. */
export const VideoCategoriesPage = page(VideoCategory, 'VideoCategoriesPage');

/** A video of a partner (Q12: title, category, URL or file). */
export const Video = named('Video', {
  id: Id,
  etag: Etag,
  partner: Id,
  title: Type.String(),
  category: nullable(Id),
  category_name: nullable(Type.String()),
  url: nullable(Type.String(), 'The address of the video; null: it is in `file`.'),
  file: nullable(File),
  captions: nullable(Type.Object(File.properties), 'WebVTT; only of a `file`.'),
  captions_language: nullable(Type.String(), 'BCP 47; null without captions.'),
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type Video = Static<typeof Video>;

const editable = {
  title: Name,
  category: maybe(Id),
  url: maybe(Link),
  file: maybe(UploadId),
  captions: maybe(UploadId),
  captions_language: maybe(LanguageTag),
};

/** `POST partners/{partner}/videos/`. Requires either `url` or `file`; captions belong to a file, and need a language. */
export const NewVideo = form('NewVideo', editable);
export type NewVideo = Static<typeof NewVideo>;

/**
 * `PATCH partners/{partner}/videos/{id}/`: omitted fields stay unchanged; a `url` replaces a file, and a `file`
 * replaces a URL. A `url` takes the captions away.
 */
export const VideoChanges = partialForm('VideoChanges', editable);
export type VideoChanges = Static<typeof VideoChanges>;

/** The sort keys of the list. */
export const videoOrderings = ['title', 'created'] as const;

/** `GET partners/{partner}/videos/`: the query. The search covers title and category. */
export const VideosQuery = listQuery(videoOrderings, { category: Type.Optional(Id) });
export type VideosQuery = Static<typeof VideosQuery>;

/** `GET partners/{partner}/videos/`: the response. */
export const VideosPage = page(Video, 'VideosPage');
