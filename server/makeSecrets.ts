import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { CommandError } from './CommandError.ts';
import { isPostgresUrl } from './config.ts';

const help = `Usage: node server/makeSecrets.js <folder> <database URL>   (in the image of the backend)

Writes the secrets of a deployment into a folder, for docker/compose.yml. Secrets that the folder has are kept.

  database-password  for the database server
  database-url       the given URL with this password, for DATABASE_URL_FILE
  files-key          for FILES_KEY_FILE

Options:
  -h, --help  print this help

Exit codes:
  0  the folder has all secrets
  1  wrong arguments, or the folder cannot be written`;

/** Writes a file under a temporary name and renames it: an interrupted run must not leave an empty secret. */
function write(path: string, content: string): void {
  // Other users of the volume read it: the database server and the backend.
  writeFileSync(`${path}.draft`, `${content}\n`, { mode: 0o444, flush: true });
  renameSync(`${path}.draft`, path);
}

function keepOrMake(path: string, make: () => string): string {
  if (!existsSync(path)) write(path, make());
  return readFileSync(path, 'utf8').trim();
}

await runCommand({ help, failure: 'The secrets could not be written' }, async ([folder, database = '']) => {
  if (!folder || !isPostgresUrl(database))
    throw new CommandError('Give a folder and a URL: node server/makeSecrets.js /secrets postgresql://user@host/name');
  const password = keepOrMake(join(folder, 'database-password'), () => randomBytes(24).toString('hex'));
  const url = new URL(database);
  url.password = password;
  write(join(folder, 'database-url'), url.href);
  keepOrMake(join(folder, 'files-key'), () => randomBytes(32).toString('base64'));
});
