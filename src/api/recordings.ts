import type { Job } from '../../contract/jobs.ts';
import type { RecordingMedia } from '../../contract/recordings.ts';
import { linked } from './files.ts';
import { post } from './http.ts';
import { query } from './query.ts';

/** What is played: links that are good for a while, to the media and to its captions. */
export type LinkedMedia = RecordingMedia;

/** Opens a recording, which the trail keeps with the reason. Throws `ApiError`. */
export async function viewRecording(id: string, reason: string | null): Promise<LinkedMedia> {
  const { media, captions } = await post<RecordingMedia>(`recordings/${id}/view/`, reason === null ? {} : { reason });
  return { media: await linked(media), captions: captions && (await linked(captions)) };
}

/** Has the pending recordings of an interpretation processed. The job that does so goes on behind the answer. Throws `ApiError`. */
export function processPending(interpretation: string): Promise<Job> {
  return post<Job>('recordings/process_pending/', { interpretation });
}

/** How far a job is. */
export const jobs = { path: 'jobs/', one: (id: string) => query<Job>(`jobs/${id}/`) };
