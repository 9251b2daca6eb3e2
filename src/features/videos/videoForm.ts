import type { NewVideo, Video } from '../../../contract/videos.ts';
import { link } from '#ui/form/recordChecks.ts';
import type { Validate } from '#ui/form/useFormField.ts';

/** An uploaded file, or an external link. */
export type Source = 'file' | 'link';

/** The form values of a video. Null becomes an empty text. Values of the other source are kept but not sent. */
export type VideoValues = { title: string; category: string; source: Source; file: string; url: string };

/** The form values of a new video. */
export const emptyVideo: VideoValues = { title: '', category: '', source: 'file', file: '', url: '' };

/** The form values of a video. */
export function valuesOf({ title, category, url, file }: Video): VideoValues {
  return {
    title,
    category: category ?? '',
    source: url === null ? 'file' : 'link',
    file: file?.id ?? '',
    url: url ?? '',
  };
}

/** The body for the form values: sets one source, and clears the other. */
export function toVideo({ title, category, source, file, url }: VideoValues): NewVideo {
  return {
    title: title.trim(),
    category: category || null,
    ...(source === 'file' ? { file: file || null } : { url: url.trim() || null }),
  };
}

const plays = (values: object, source: Source) => 'source' in values && values.source === source;

/** Requires a file if the source is a file. */
export const fileOfVideo: Validate<string> = (value, values) =>
  plays(values, 'file') && !value ? 'errors:required' : undefined;

/** Requires a valid link if the source is a link. */
export const linkOfVideo: Validate<string> = (value, values) => (plays(values, 'link') ? link(value) : undefined);
