import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { bounds, Email, PersonName } from '../contract/fields.ts';
import { plainText } from '../contract/plainText.ts';
import { argonPasswords } from './auth/passwords.ts';
import { randomToken } from './auth/secrets.ts';
import { onDatabase, runCommand } from './command.ts';
import { CommandError } from './CommandError.ts';
import { readDataConfig } from './config.ts';
import type { Db } from './db/tables.ts';
import { loadDeployment } from './loadDeployment.ts';
import { maySignIn } from '../contract/permissions.ts';
import { randomId } from './randomId.ts';

const usage = 'Give --email <address> --first-name <name> --last-name <name>.';

const help = `Usage: npm run ops -- owner [options]
       node server/owner.js [options]   (in the image of the backend)

Creates the first owner of a deployment and prints their password once. TENANT names the deployment; DATABASE_URL its
database, by default the embedded one in DATA_DIR.

Options:
  --email <address>    e-mail address to sign in with
  --first-name <name>  first name
  --last-name <name>   last name
  -h, --help           print this help

Example:
  TENANT=testland npm run ops -- owner --email anna@example.is --first-name Anna --last-name Jónsdóttir

Exit codes:
  0  the owner was created
  1  nothing was created: wrong arguments, an owner exists already, or the database cannot be used`;

function readPerson(args: string[]): { email: string; first_name: string; last_name: string } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { email: text, 'first-name': text, 'last-name': text } });
  const email = plainText(values.email ?? '')
    .normalize('NFKC')
    .toLowerCase();
  const [first_name, last_name] = [plainText(values['first-name'] ?? ''), plainText(values['last-name'] ?? '')];
  if (!Value.Check(Email, email))
    throw new CommandError(`--email: ${JSON.stringify(email)} is not an e-mail address. ${usage}`);
  if (!first_name || !last_name) throw new CommandError(`The owner’s name is missing. ${usage}`);
  for (const name of [first_name, last_name])
    if (!Value.Check(PersonName, name))
      throw new CommandError(
        `${JSON.stringify(name)} is not a valid name: at most ${bounds.personName.max} characters in one line, without a link.`,
      );
  return { email, first_name, last_name };
}

/** Adds the owner unless there is one; of two concurrent runs one is refused. */
async function addOwner(db: Db, person: ReturnType<typeof readPerson>, password: string): Promise<void> {
  const password_hash = await argonPasswords().hash(password);
  await db.transaction().execute(async (trx) => {
    await sql`lock table users in share row exclusive mode`.execute(trx);
    const owner = await trx.selectFrom('users').select('email').where('role', '=', 'owner').executeTakeFirst();
    if (owner)
      throw new CommandError(
        `This deployment already has an owner: ${owner.email}. Owners create other owners in the dashboard.`,
      );
    const other = await trx.selectFrom('users').select('role').where('email', '=', person.email).executeTakeFirst();
    if (other)
      throw new CommandError(`${person.email} is in use by a person of role ${other.role}. Give another address.`);
    const created = new Date();
    await trx
      .insertInto('users')
      .values({ ...person, id: randomId(), password_hash, role: 'owner', approval_status: 'approved', created })
      .execute();
  });
}

// The password is printed and not stored.
await runCommand({ help, failure: 'The owner could not be created' }, async (args) => {
  const person = readPerson(args);
  const { tenant } = readDataConfig(process.env);
  const { brand, allowedRoles, flags } = await loadDeployment(tenant);
  if (!maySignIn('owner', allowedRoles))
    throw new CommandError(`The manifest of ${tenant} does not admit owners (allowedRoles).`);
  const password = randomToken();
  await onDatabase(async (database) => {
    await database.migrate();
    await addOwner(database.db, person, password);
  });
  console.log(`Created the first owner of ${brand}: ${person.email}`);
  console.log(`Password: ${password}`);
  console.log(
    flags.twoFactor
      ? 'It is shown only once. Signing in also requires the code that is mailed to the address.'
      : 'It is shown only once, and is sufficient to sign in: this deployment requires no code.',
  );
});
