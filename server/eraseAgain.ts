import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { onDatabase, runCommand } from './command.ts';
import { CommandError } from './CommandError.ts';
import { erasedPeople, eraseAgain } from './resources/privacy/erasures.ts';

const help = `Usage: npm run ops -- erase-again [options]
       node server/eraseAgain.js [options]   (in the image of the backend)

After a backup was restored: erases the people again who had been erased since the backup was made. TENANT names the
deployment; DATABASE_URL its database, by default the embedded one in DATA_DIR. Run it before the backend starts.

Options:
  --list          print the ids of the erased people, one a line, and erase nothing: keep this list beside the backups
  --from <file>   a list that --list printed; without it, only the people whose erasure the database knows
  -h, --help      print this help

Examples:
  TENANT=testland npm run --silent ops -- erase-again --list > erased.txt
  TENANT=testland npm run ops -- erase-again --from erased.txt

Exit codes:
  0  all people of the list are erased
  1  nothing was erased: wrong arguments, or the database cannot be used`;

function readList(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
  const wrong = lines.find((line) => !/^[0-9a-f]{24}$/.test(line));
  if (wrong !== undefined) throw new CommandError(`${file}: ${JSON.stringify(wrong)} is not the id of a person.`);
  return lines;
}

await runCommand({ help, failure: 'Nobody was erased' }, async (args) => {
  const { values } = parseArgs({ args, options: { list: { type: 'boolean' }, from: { type: 'string' } } });
  const ids = values.from === undefined ? [] : readList(values.from);
  await onDatabase(async (database) => {
    await database.migrate();
    if (values.list) {
      for (const { id } of await erasedPeople(database.db)) console.log(id);
      return;
    }
    const again = await eraseAgain(database.db, new Date(), ids);
    for (const id of again) console.log(`${id} was erased again.`);
    console.log(again.length === 0 ? 'Nobody had to be erased again.' : `Erased again: ${again.length}.`);
  });
});
