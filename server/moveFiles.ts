import { parseArgs } from 'node:util';
import { errorLine, onDatabase, runCommand } from './command.ts';
import { CommandError } from './CommandError.ts';
import { readBucket } from './config.ts';
import { openBucket } from './files/bucket.ts';
import { fileStoresOf } from './files/fileStores.ts';
import { moveContents, type Place, places, whereFilesAre } from './files/moveContents.ts';

const help = `Usage: npm run ops -- files [options]
       node server/moveFiles.js [options]   (in the image of the backend)

Prints where the files are, or moves them between the database and the bucket of FILES_URL while the backend runs. TENANT
names the deployment; DATABASE_URL its database, by default the embedded one in DATA_DIR. Interrupted, it goes on when it
is called again.

Options:
  --move-to <place>  bucket or database
  --json             print the result for programs
  -h, --help         print this help

Examples:
  TENANT=testland FILES_URL=s3://files/testland npm run ops -- files --move-to bucket
  TENANT=testland FILES_URL='s3://files/testland?mode=leave' npm run ops -- files --move-to database

Exit codes:
  0  all files are where they should be
  1  some files could not be moved, or are still plain: the backend encrypts them within a minute; call it again
  2  nothing was moved: wrong arguments, or database or bucket cannot be used`;

const isPlace = (text: string): text is Place => places.some((place) => place === text);

await runCommand({ help, failure: 'No file was moved', exitCode: 2 }, async (args) => {
  const { values } = parseArgs({ args, options: { 'move-to': { type: 'string' }, json: { type: 'boolean' } } });
  const { 'move-to': to = null, json = false } = values;
  if (to !== null && !isPlace(to)) throw new CommandError('--move-to: give bucket or database.');
  const settings = readBucket(process.env);
  if (to !== null && !settings) throw new CommandError('FILES_URL: is missing. Give the address of the bucket.');
  if (to === 'bucket' && settings?.mode !== 'store')
    throw new CommandError('FILES_URL: its mode lets no file into the bucket. Leave mode out.');
  if (to === 'database' && settings?.mode !== 'leave')
    throw new CommandError('FILES_URL: add mode=leave, here and to the backend, which would add files otherwise.');
  const bucket = settings && openBucket(settings);
  try {
    await onDatabase(async ({ db }) => {
      let moved = 0;
      const stores = fileStoresOf(db, bucket);
      if (to === 'bucket') await stores.tryToWrite();
      const failed = to === null ? [] : await moveContents({ db, stores }, to, () => (moved += 1));
      for (const { id, error } of failed) console.error(`${id}: ${errorLine(error, 'not moved')}`);
      const where = await whereFilesAre(db);
      if (json) console.log(JSON.stringify({ moved, failed: failed.map(({ id }) => id), ...where }));
      else {
        if (to !== null) console.log(`Moved: ${moved}. Not moved: ${failed.length}.`);
        for (const place of [...places, 'plain'] as const)
          console.log(`${place}: ${where[place].files} files, ${where[place].bytes} bytes`);
      }
      if (failed.length > 0 || (to === 'bucket' && where.plain.files > 0)) process.exitCode = 1;
    });
  } finally {
    bucket?.close();
  }
});
