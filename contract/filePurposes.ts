/** What a file is for; it belongs to one record of that kind. */
export const filePurposes = ['logo', 'slider', 'reservation', 'video', 'recording'] as const;
/** What a file is for. */
export type FilePurpose = (typeof filePurposes)[number];

const pictures = ['image/jpeg', 'image/png', 'image/webp'] as const;
const films = ['video/mp4', 'video/webm'] as const;
/** What captions of a recording are kept as (WebVTT); the platform alone writes them. */
export const captionsType = 'text/vtt';

const sounds = ['audio/mp4', 'audio/mpeg', 'audio/ogg'] as const;

/** A kind of file that can be kept. */
export type FileType =
  | (typeof pictures)[number]
  | (typeof films)[number]
  | (typeof sounds)[number]
  | typeof captionsType
  | 'application/pdf';

const MiB = 1024 * 1024;

/** The largest picture that is taken, in pixels; more is `image_too_large`. */
export const maxPixels = 40_000_000;

/**
 * How much of a picture its decoder may have to hold at once, in bytes; more is `image_too_large`. A progressive JPEG is held
 * whole, three or six bytes a pixel, an interlaced PNG and a WebP with four: 33, 17 and 25 million pixels. All others are read row by row.
 */
export const maxDecoderBytes = 96 * MiB;

/** The longest side that a picture is kept at, in pixels. */
export const maxPictureSide = 2560;

/** The largest picture that is taken, in bytes, whatever it is for. */
export const maxPictureBytes = 12 * MiB;

/** What is taken for each purpose: kinds of file, told by their content, and how large, in bytes (`file_too_large`). */
export const fileRules: Record<FilePurpose, { types: readonly FileType[]; maxBytes: number }> = {
  logo: { types: pictures, maxBytes: 4 * MiB },
  slider: { types: pictures, maxBytes: maxPictureBytes },
  reservation: { types: [...pictures, 'application/pdf', ...films], maxBytes: 100 * MiB },
  video: { types: films, maxBytes: 1024 * MiB },
  recording: { types: [...films, ...sounds], maxBytes: 4096 * MiB },
};
