import type { Job } from '../../contract/jobs.ts';
import type { RecordingMedia } from '../../contract/recordings.ts';
import { linked } from './files.ts';
import { post } from './http.ts';
import { query } from './query.ts';

/** Temporary links to the media and its captions. */
export type LinkedMedia = RecordingMedia;

/** Opens a recording; the audit log records it with the reason. Throws `ApiError`. */
export async function viewRecording(id: string, reason: string | null): Promise<LinkedMedia> {
  const { media, captions, ...rest } = await post<RecordingMedia>(
    `recordings/${id}/view/`,
    reason === null ? {} : { reason },
  );
  return { ...rest, media: await linked(media), captions: captions && (await linked(captions)) };
}

/** Starts a job that processes the pending recordings of an interpretation. Throws `ApiError`. */
export function processPending(interpretation: string): Promise<Job> {
  return post<Job>('recordings/process_pending/', { interpretation });
}

/** The progress of a job. */
export const jobs = { path: 'jobs/', one: (id: string) => query<Job>(`jobs/${id}/`) };
