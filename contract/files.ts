import Type, { type Static } from 'typebox';
import { Id, Instant } from './fields.ts';
import { type FilePurpose, filePurposes } from './filePurposes.ts';

/**
 * A file (specification §3: logo, image, files, video), as it stands in the record that it belongs to. Its links are relative to the
 * backend's address, need no token, and are good for minutes (videos and recordings: hours) and in the session of the call: read the record again
 * for others. They answer range requests.
 */
export const File = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'What the person called it, with the ending of what it is.' }),
    media_type: Type.String(),
    size: Type.Integer({ minimum: 1, description: 'Bytes.' }),
    width: Type.Union([Type.Integer(), Type.Null()], { description: 'Pixels; null where it is no picture.' }),
    height: Type.Union([Type.Integer(), Type.Null()]),
    created: Instant,
    url: Type.String({ description: 'Shown or played where it stands; what browsers cannot show is a download.' }),
    download_url: Type.String({ description: 'Downloaded under its name.' }),
    links_expire: Instant,
  },
  { $id: 'File' },
);
export type File = Static<typeof File>;

/** `POST files/`: what the file is for. The body is `multipart/form-data` with one part, `file`. */
export const UploadQuery = Type.Object(
  { purpose: Type.Unsafe<FilePurpose>(Type.Enum([...filePurposes])) },
  { additionalProperties: false },
);

/** `POST files/`: the body, for the description; it is read as a stream. */
export const UploadBody = Type.Object({ file: Type.String({ format: 'binary' }) }, { $id: 'Upload' });

/** What is done with a file behind a link: shown in place, or downloaded. */
export const dispositions = ['inline', 'attachment'] as const;
export type Disposition = (typeof dispositions)[number];

/** `GET files/{id}/content/`: what the backend signed. */
export const ContentQuery = Type.Object(
  {
    expires: Type.Integer({ minimum: 0, maximum: 1e11, description: 'Seconds since 1970.' }),
    session: Type.String({ maxLength: 100, description: 'The session that the link is good in.' }),
    signature: Type.String({ maxLength: 100 }),
    disposition: Type.Optional(Type.Unsafe<Disposition>(Type.Enum([...dispositions]))),
  },
  { additionalProperties: false },
);
