import Type, { type TSchema } from 'typebox';

/** The version of the tus protocol for resumable uploads. */
export const tusVersion = '1.0.0';

/** The extensions of tus that the backend has. */
export const tusExtensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'] as const;

/** The hashes that a client may send with a part. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

/** The media type of a part. */
export const partMediaType = 'application/offset+octet-stream';

/** A number of bytes in a header. */
const Bytes = (description: string) => Type.String({ pattern: '^\\d{1,15}$', description });

const version = {
  'tus-resumable': Type.Optional(
    Type.String({ maxLength: 20, description: 'The version of tus: `1.0.0`. Without it, or for another one: 412.' }),
  ),
};

const checksum = {
  'upload-checksum': Type.Optional(
    Type.String({
      pattern: `^(${checksumAlgorithms.join('|')}) [A-Za-z0-9+/]{27,43}=$`,
      description:
        'The name of a hash (`sha1`, `sha256`), a space, and the hash of the body in base64. If it is another one: 460, and nothing of the body is kept.',
    }),
  ),
};

/** The headers of calls about an upload. */
export const UploadHeaders = Type.Object(version);

/** `POST platform/recordings/`: the headers. */
export const CreateUploadHeaders = Type.Object({
  ...version,
  ...checksum,
  'upload-length': Bytes('The size of the recording, in bytes.'),
  'upload-metadata': Type.String({
    maxLength: 4000,
    description:
      '`source` and `object` of the event `signboard.recording.stored`: pairs of name and value in base64, with a space between them and a comma between pairs. Other names are ignored.',
  }),
});

/** `PATCH platform/recordings/{id}/`: the headers. */
export const AppendHeaders = Type.Object({
  ...version,
  ...checksum,
  'upload-offset': Bytes('How many bytes the backend has, as it says itself. Another number: 409.'),
});

const described = (description: string): TSchema => Type.String({ description });

/** The headers of the answers. */
export const uploadAnswerHeaders = {
  location: { Location: described('The address of the upload, relative to that of the call.') },
  expires: { 'Upload-Expires': described('When the upload is deleted if it is not complete.') },
  length: { 'Upload-Length': described('The size of the recording, in bytes.') },
  metadata: { 'Upload-Metadata': described('`source` and `object`, as in the call that created the upload.') },
  offset: { 'Upload-Offset': described('How many bytes the backend has.') },
  server: {
    'Tus-Version': described('The versions of tus that the backend has.'),
    'Tus-Extension': described('The extensions of tus that the backend has.'),
    'Tus-Max-Size': described('The size of the largest recording, in bytes.'),
    'Tus-Checksum-Algorithm': described('The hashes that `Upload-Checksum` may have.'),
  },
};
