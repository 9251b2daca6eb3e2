import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, placeOf, readDataConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { erasedPeople, eraseAgain } from './resources/privacy/erasures.ts';

/** An error that is printed without a stack trace. */
class UsageError extends Error {
  override name = 'UsageError';
}

const help = `Usage: npm run erase:again -- [options]
       node server/eraseAgain.js [options]   (in the image of the backend)

After a backup was restored: erases the people again who had been erased since the backup was made. TENANT names the
deployment; DATABASE_URL its database, by default the embedded one in DATA_DIR. Run it before the backend starts.

Options:
  --list          print the ids of the erased people, one a line, and erase nothing: keep this list beside the backups
  --from <file>   a list that --list printed; without it, only the people whose erasure the database knows
  -h, --help      print this help

Examples:
  TENANT=testland npm run --silent erase:again -- --list > erased.txt
  TENANT=testland npm run erase:again -- --from erased.txt

Exit codes:
  0  all people of the list are erased
  1  nothing was erased: wrong arguments, or the database cannot be used`;

function readList(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  const wrong = lines.find((line) => !/^[0-9a-f]{24}$/.test(line));
  if (wrong !== undefined) throw new UsageError(`${file}: ${JSON.stringify(wrong)} is not the id of a person.`);
  return lines;
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { list: { type: 'boolean' }, from: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const ids = values.from === undefined ? [] : readList(values.from);
  const database = await openDatabase(placeOf(readDataConfig(process.env)));
  try {
    await database.migrate();
    if (values.list) {
      for (const { id } of await erasedPeople(database.db)) console.log(id);
      return;
    }
    const again = await eraseAgain(database.db, new Date(), ids);
    for (const id of again) console.log(`${id} was erased again.`);
    console.log(again.length === 0 ? 'Nobody had to be erased again.' : `Erased again: ${again.length}.`);
  } finally {
    await database.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isPlain =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  const message = error instanceof Error ? error.message : String(error);
  console.error(isPlain ? `${message} See --help.` : `Nobody was erased: ${message}`);
  process.exitCode = 1;
}
