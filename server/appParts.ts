import type { Passwords } from './auth/passwords.ts';
import type { Database } from './db/database.ts';
import type { Deployment } from './deployment.ts';
import type { Mailer } from './mail/mailer.ts';

/** Everything that the backend of one deployment is put together from. */
export type AppParts = {
  deployment: Deployment;
  database: Database;
  mailer: Mailer;
  passwords: Passwords;
  /** The present moment. */
  clock: () => Date;
};
