import type { NewVideo, Video } from '../../../contract/videos.ts';
import { link } from '#ui/form/recordChecks.ts';
import type { Validate } from '#ui/form/useFormField.ts';

/** Where a video is played from. */
export type Source = 'file' | 'link';

/** What the form of a video holds; an empty text stands for nothing. What belongs to the other source is kept, and not sent. */
export type VideoValues = { title: string; category: string; source: Source; file: string; url: string };

/** The form of a video that is not there yet. */
export const emptyVideo: VideoValues = { title: '', category: '', source: 'file', file: '', url: '' };

/** A video as the form holds one. */
export function valuesOf({ title, category, url, file }: Video): VideoValues {
  return {
    title,
    category: category ?? '',
    source: url === null ? 'file' : 'link',
    file: file?.id ?? '',
    url: url ?? '',
  };
}

/** What the server is told of a form: one source takes the place of the other. */
export function toVideo({ title, category, source, file, url }: VideoValues): NewVideo {
  return {
    title: title.trim(),
    category: category || null,
    ...(source === 'file' ? { file: file || null } : { url: url.trim() || null }),
  };
}

const plays = (values: object, source: Source) => 'source' in values && values.source === source;

/** A video of a file needs one. */
export const fileOfVideo: Validate<string> = (value, values) =>
  plays(values, 'file') && !value ? 'errors:required' : undefined;

/** A video of a link needs one that a browser can open. */
export const linkOfVideo: Validate<string> = (value, values) => (plays(values, 'link') ? link(value) : undefined);
