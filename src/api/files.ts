import { useEffect, useState } from 'react';
import type { File as KeptFile } from '../../contract/files.ts';
import { type FilePurpose, fileRules } from '../../contract/filePurposes.ts';
import { backendUrl } from './config.ts';
import { get, post } from './http.ts';
import { ApiError } from './problem.ts';

/** A file of a record with absolute links, for `<img>`, `<video>` and `<a download>`. */
export type LinkedFile = KeptFile;

/**
 * Uploads a file for a purpose and returns the stored file; a record refers to it by id, and an upload without a record is
 * deleted after a day. Files of a wrong type or size are refused before sending. `onSent` receives the share sent so far, 0 to
 * 1. Throws `ApiError`, or the abort reason of `signal`.
 */
export async function uploadFile(
  file: File,
  { purpose, ...options }: { purpose: FilePurpose; onSent?: (share: number) => void; signal?: AbortSignal },
): Promise<LinkedFile> {
  const { types, maxBytes } = fileRules[purpose];
  // A browser that does not know the type sends the file anyway: the server checks the content.
  if (file.type && !types.some((type) => type === file.type)) throw new ApiError('file_type_refused', { status: 415 });
  if (file.size > maxBytes)
    throw new ApiError('file_too_large', { status: 413, values: { max: `${maxBytes / 1024 ** 2} MB` } });
  const body = new FormData();
  body.append('file', file, file.name);
  return linked(await post<KeptFile>(`files/?purpose=${purpose}`, body, { onSent: () => undefined, ...options }));
}

/** Whether the upload failed for a reason other than the file: no answer, or a server error. */
export function mayRetryUpload(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status === 429 || failure.status >= 500;
}

/** An upload of the person that no record has taken yet; null if there is none. Throws `ApiError`. */
export async function readUpload(id: string): Promise<LinkedFile | null> {
  try {
    return await linked(await get<KeptFile>(`files/${encodeURIComponent(id)}/`));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The same file with absolute links. */
export async function linked(file: KeptFile): Promise<LinkedFile> {
  return withLinks(file, (await backendUrl()) ?? '');
}

function withLinks(file: KeptFile, base: string): LinkedFile {
  // Third-party backends may send absolute links.
  const whole = (link: string) => (/^https?:/.test(link) ? link : base + link);
  return { ...file, url: whole(file.url), download_url: whole(file.download_url) };
}

/** The same file with absolute links; null without a file, and until the backend's address is known. */
export function useLinkedFile(file: KeptFile | null): LinkedFile | null {
  const [base, setBase] = useState<string | null>(null);
  useEffect(() => {
    void backendUrl().then(setBase);
  }, []);
  return file && base !== null ? withLinks(file, base) : null;
}
