import type { Insertable } from 'kysely';
import { captionsType, type FileType } from '../../contract/filePurposes.ts';
import type { Db, Tables } from '../db/tables.ts';
import { localeOf } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { languageWords } from './locale.ts';
import { captions, grayFilm, silence } from './media.ts';
import { addPlainFiles, type PlainFile } from './plainFiles.ts';
import { type Random, seededRandom } from './random.ts';

const day = 24 * 60 * 60_000;

/** For how many days requests have recordings; fewer if the retention is shorter. */
const recordedDays = 30;

/** Limits recordings to the latest requests, so that a large deployment has no more than a small one. */
const recordedRequests = 1000;

/** A file of a recording, with its bytes. */
type Part = { id: string; recording: string; type: FileType; bytes: Buffer; created: Date };

type Made = { recording: Insertable<Tables['recordings']>; parts: Part[] };

/** The recording of one request: mostly ready, sometimes pending, or without its file. */
function recordingOf(
  random: Random,
  { id: interpretation_id, ended }: { id: string; ended: Date },
  { deployment, notes }: { deployment: Deployment; notes: string[] },
): Made {
  const id = random.id();
  const isFilm = random.chance(0.9);
  const seconds = random.between(6, 20);
  const media: Part = {
    id: random.id(),
    recording: id,
    type: isFilm ? 'video/webm' : 'audio/mpeg',
    bytes: isFilm ? grayFilm(seconds) : silence(seconds),
    created: ended,
  };
  const text: Part = {
    ...media,
    id: random.id(),
    type: captionsType,
    bytes: captions(random.pick(notes), seconds),
  };
  const isCaptioned = deployment.flags.transcription && random.chance(0.3);
  const fate = random.next();
  const isReady = fate < 0.85;
  const isLost = fate > 0.97;
  return {
    recording: {
      id,
      interpretation_id,
      media_kind: isFilm ? 'video' : 'audio',
      state: isReady ? 'ready' : 'pending',
      duration_seconds: isReady ? seconds : null,
      size: isReady ? media.bytes.length : null,
      error: isLost ? 'recording_missing' : null,
      created: ended,
      expires: new Date(ended.getTime() + deployment.retention.recordings * day),
      captions_language: isCaptioned ? localeOf(deployment.languages[0]?.value ?? 'en', deployment.country) : null,
    },
    parts: isLost ? [] : isCaptioned ? [media, text] : [media],
  };
}

/** The file of a part. */
const fileOf = ({ recording, type, ...part }: Part): PlainFile => ({
  ...part,
  purpose: 'recording',
  name: `recording.${type.split('/')[1]}`,
  media_type: type,
  width: null,
  height: null,
  uploaded_by: null,
  collection: 'recordings',
  record_id: recording,
});

/**
 * Adds recordings with short playable films and sounds to the latest answered online requests. Deterministic by
 * request; requests with a recording stay unchanged.
 */
export async function addRecordings(
  trx: Db,
  deployment: Deployment,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  if (!deployment.flags.recordings) return;
  const { notes } = languageWords(deployment);
  const days = Math.min(recordedDays, deployment.retention.recordings);
  const requests = await trx
    .selectFrom('interpretations')
    .select(['id', 'ended'])
    .where('channel', '=', 'online')
    .where('outcome', '=', 'answered')
    .where('ended', '<=', now)
    .where('created', '>', new Date(now.getTime() - days * day))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('recordings').whereRef('interpretation_id', '=', 'interpretations.id').select('id')),
      ),
    )
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(recordedRequests)
    .execute();
  const made = requests.flatMap(({ id, ended }) => {
    const random = seededRandom(`${key}/recording/${id}`);
    return ended && random.chance(0.4) ? [recordingOf(random, { id, ended }, { deployment, notes })] : [];
  });
  const batch = 200;
  for (let start = 0; start < made.length; start += batch) {
    const some = made.slice(start, start + batch);
    await trx
      .insertInto('recordings')
      .values(some.map(({ recording }) => recording))
      .execute();
    await addPlainFiles(
      trx,
      some.flatMap(({ parts }) => parts.map(fileOf)),
    );
  }
}
