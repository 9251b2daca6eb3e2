import type { NewVideo, Video } from '../../../contract/videos.ts';
import { link } from '#ui/form/recordChecks.ts';
import type { Validate } from '#ui/form/useFormField.ts';

/** An uploaded file, or an external link. */
export type Source = 'file' | 'link';

/** The form values of a video. Null becomes an empty text. Values of the other source are kept but not sent. */
export type VideoValues = {
  title: string;
  category: string;
  source: Source;
  file: string;
  url: string;
  captions: string;
  captions_language: string;
};

/** The form values of a new video. */
export const emptyVideo: VideoValues = {
  title: '',
  category: '',
  source: 'file',
  file: '',
  url: '',
  captions: '',
  captions_language: '',
};

/** The form values of a video. */
export function valuesOf({ title, category, url, file, captions, captions_language }: Video): VideoValues {
  return {
    title,
    category: category ?? '',
    source: url === null ? 'file' : 'link',
    file: file?.id ?? '',
    url: url ?? '',
    captions: captions?.id ?? '',
    captions_language: captions_language ?? '',
  };
}

/** The body for the form values: sets one source, and clears the other. */
export function toVideo({ title, category, source, file, url, captions, captions_language }: VideoValues): NewVideo {
  return {
    title: title.trim(),
    category: category || null,
    ...(source === 'file'
      ? {
          file: file || null,
          captions: captions || null,
          captions_language: captions ? captions_language || null : null,
        }
      : { url: url.trim() || null }),
  };
}

const plays = (values: object, source: Source) => 'source' in values && values.source === source;

/** Requires a file if the source is a file. */
export const fileOfVideo: Validate<string> = (value, values) =>
  plays(values, 'file') && !value ? 'errors:required' : undefined;

/** Requires the language of captions. */
export const languageOfCaptions: Validate<string | null> = (value, values) =>
  plays(values, 'file') && 'captions' in values && values.captions && !value ? 'errors:required' : undefined;

/** Requires a valid link if the source is a link. */
export const linkOfVideo: Validate<string> = (value, values) => (plays(values, 'link') ? link(value) : undefined);
