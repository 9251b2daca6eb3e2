import Type, { type Static } from 'typebox';
import { Id, Instant, named, nullable, oneOf } from './fields.ts';
import { filePurposes } from './filePurposes.ts';

/**
 * A file of a record: a logo, an image, a document, a video. Its links are relative to the backend's address,
 * need no token and support range requests. They expire after minutes (videos and recordings: hours) and work only in
 * the session that read the record; read it again for new ones.
 */
export const File = named('StoredFile', {
  id: Id,
  name: Type.String({ description: 'The uploader’s file name, with the extension of the detected type.' }),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 1, description: 'Bytes.' }),
  width: nullable(Type.Integer(), 'In pixels; null unless it is a picture.'),
  height: nullable(Type.Integer()),
  created: Instant,
  url: Type.String({ description: 'Shown or played in place; types that browsers cannot show are downloaded.' }),
  download_url: Type.String({ description: 'Downloaded under `name`.' }),
  links_expire: Instant,
});
export type File = Static<typeof File>;

/** `POST files/`: the purpose of the file. The body is `multipart/form-data` with one part, `file`. */
export const UploadQuery = Type.Object({ purpose: oneOf(filePurposes) }, { additionalProperties: false });

/** `POST files/`: the body, for the API description only; the server reads it as a stream. */
export const UploadBody = named('Upload', { file: Type.String({ format: 'binary' }) });

/** How a browser handles a linked file: shows it in place, or downloads it. */
export const dispositions = ['inline', 'attachment'] as const;
export type Disposition = (typeof dispositions)[number];

/** `GET files/{id}/content/`: the signed parameters. */
export const ContentQuery = Type.Object(
  {
    expires: Type.Integer({ minimum: 0, maximum: 1e11, description: 'Seconds since 1970.' }),
    session: Type.String({ maxLength: 100, description: 'The session that the link works in.' }),
    signature: Type.String({ maxLength: 100 }),
    disposition: Type.Optional(oneOf(dispositions)),
  },
  { additionalProperties: false },
);
