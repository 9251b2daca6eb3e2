import { useEffect, useState } from 'react';
import type { File as KeptFile } from '../../contract/files.ts';
import { type FilePurpose, fileRules } from '../../contract/filePurposes.ts';
import { backendUrl } from './config.ts';
import { get, post } from './http.ts';
import { ApiError } from './problem.ts';

/** A file of a record, its links made absolute: for `<img>`, `<video>` and `<a download>`. */
export type LinkedFile = KeptFile;

/**
 * Sends a file for a purpose and answers it as it is kept; a record takes it by its id, and one that no record has taken is
 * gone after a day. What can be told without sending is refused at once. `onSent` hears the share that has left, 0 to 1.
 * Throws `ApiError`; whatever `signal` was aborted with when it was.
 */
export async function uploadFile(
  file: File,
  { purpose, ...options }: { purpose: FilePurpose; onSent?: (share: number) => void; signal?: AbortSignal },
): Promise<LinkedFile> {
  const { types, maxBytes } = fileRules[purpose];
  // A browser that does not know the kind leaves it to the server, which looks at the content anyway.
  if (file.type && !types.some((type) => type === file.type)) throw new ApiError('file_type_refused', { status: 415 });
  if (file.size > maxBytes)
    throw new ApiError('file_too_large', { status: 413, values: { max: `${maxBytes / 1024 ** 2} MB` } });
  const body = new FormData();
  body.append('file', file, file.name);
  return linked(await post<KeptFile>(`files/?purpose=${purpose}`, body, { onSent: () => undefined, ...options }));
}

/** Whether it was the way and not the file that failed an upload: nothing arrived, or the server was in trouble. */
export function mayRetryUpload(failure: unknown): boolean {
  return !(failure instanceof ApiError) || failure.status === 0 || failure.status === 429 || failure.status >= 500;
}

/** A file that the person has uploaded and no record has taken yet; null where there is none. Throws `ApiError`. */
export async function readUpload(id: string): Promise<LinkedFile | null> {
  try {
    return await linked(await get<KeptFile>(`files/${encodeURIComponent(id)}/`));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The same file with links that a page can follow. */
export async function linked(file: KeptFile): Promise<LinkedFile> {
  return withLinks(file, (await backendUrl()) ?? '');
}

function withLinks(file: KeptFile, base: string): LinkedFile {
  // A link that another backend has made absolute stays as it is.
  const whole = (link: string) => (/^https?:/.test(link) ? link : base + link);
  return { ...file, url: whole(file.url), download_url: whole(file.download_url) };
}

/** The same file with links that a page can follow; null while there is none, and for the moment until the backend's address is known. */
export function useLinkedFile(file: KeptFile | null): LinkedFile | null {
  const [base, setBase] = useState<string | null>(null);
  useEffect(() => {
    void backendUrl().then(setBase);
  }, []);
  return file && base !== null ? withLinks(file, base) : null;
}
