import type { Passwords } from './auth/passwords.ts';
import type { Tracer } from './callContext.ts';
import type { Database } from './db/database.ts';
import type { Deployment } from './deployment.ts';
import type { Bucket } from './files/bucket.ts';
import type { FileKeys } from './files/fileKeys.ts';
import type { FileStores } from './files/fileStores.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Settings } from './settings.ts';

/** The dependencies of one deployment's backend. */
export type Dependencies = {
  deployment: Deployment;
  database: Database;
  mailer: Mailer;
  /** The keys that the files are encrypted with. */
  fileKeys: FileKeys;
  /** Where the bytes of files are. */
  fileStores: FileStores;
  /** Where the video platform puts recordings that events may name; null: it sends their bytes. */
  recordingsBucket: Bucket | null;
  passwords: Passwords;
  /** The current time. */
  clock: () => Date;
  /** Traces calls and background tasks; null: nothing is traced. */
  tracer: Tracer | null;
  /** Counts calls and events; null: nothing is counted. */
  metrics: Metrics | null;
  /** Where log lines go; undefined: to standard output. */
  logStream: NodeJS.WritableStream | undefined;
  settings: Settings;
};
