import type { Passwords } from './auth/passwords.ts';
import type { Database } from './db/database.ts';
import type { Deployment } from './deployment.ts';
import type { Mailer } from './mail/mailer.ts';

/** The dependencies of one deployment's backend. */
export type AppParts = {
  deployment: Deployment;
  database: Database;
  mailer: Mailer;
  passwords: Passwords;
  /** The current time. */
  clock: () => Date;
};
