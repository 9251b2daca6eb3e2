import type { Passwords } from './auth/passwords.ts';
import type { Database } from './db/database.ts';
import type { Deployment } from './deployment.ts';
import type { FileKeys } from './files/fileKeys.ts';
import type { Mailer } from './mail/mailer.ts';

/** The dependencies of one deployment's backend. */
export type AppParts = {
  deployment: Deployment;
  database: Database;
  mailer: Mailer;
  /** The keys that the files are encrypted with. */
  fileKeys: FileKeys;
  passwords: Passwords;
  /** The current time. */
  clock: () => Date;
};
