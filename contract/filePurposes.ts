/** The purposes of uploads; each file belongs to one record of that kind. */
export const filePurposes = ['logo', 'slider', 'reservation', 'video', 'captions', 'recording'] as const;
export type FilePurpose = (typeof filePurposes)[number];

const pictures = ['image/jpeg', 'image/png', 'image/webp'] as const;
const films = ['video/mp4', 'video/webm'] as const;
/** The media type of captions (WebVTT). */
export const captionsType = 'text/vtt';

const sounds = ['audio/mp4', 'audio/mpeg', 'audio/ogg'] as const;

/** An accepted media type of files. */
export type FileType =
  | (typeof pictures)[number]
  | (typeof films)[number]
  | (typeof sounds)[number]
  | typeof captionsType
  | 'application/pdf';

const MiB = 1024 * 1024;

/** The largest accepted picture, in pixels; larger ones get `image_too_large`. */
export const maxPixels = 40_000_000;

/**
 * The most memory that decoding a picture may take, in bytes; more gets `image_too_large`. Progressive JPEG (3 or 6
 * bytes a pixel), interlaced PNG and WebP (4) are decoded as a whole, which allows 33, 17 and 25 million pixels. Others
 * are decoded row by row.
 */
export const maxDecoderBytes = 96 * MiB;

/** The longest side of a stored picture, in pixels. */
export const maxPictureSide = 2560;

/** The largest accepted picture, in bytes, for every purpose. */
export const maxPictureBytes = 12 * MiB;

/**
 * The accepted media types, detected from the content, and the maximum size in bytes (`file_too_large`), by purpose.
 */
export const fileRules: Record<FilePurpose, { types: readonly FileType[]; maxBytes: number }> = {
  logo: { types: pictures, maxBytes: 4 * MiB },
  slider: { types: pictures, maxBytes: maxPictureBytes },
  reservation: { types: [...pictures, 'application/pdf', ...films], maxBytes: 100 * MiB },
  video: { types: films, maxBytes: 1024 * MiB },
  captions: { types: [captionsType], maxBytes: MiB },
  recording: { types: [...films, ...sounds], maxBytes: 4096 * MiB },
};
