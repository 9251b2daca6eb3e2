import { globSync, readFileSync } from 'node:fs';
import { nodeProject, settings } from './jest.config.js';

// `npm test` runs these suites on PostgreSQL; here they run on the embedded database (tests/support/backend.ts).
process.env.DATABASE_KIND = 'embedded';
const onSecondDatabase = globSync('tests/protocol/*.test.ts', { cwd: import.meta.dirname }).filter(
  (path) =>
    readFileSync(`${import.meta.dirname}/${path}`, 'utf8').includes('describe.each(databaseKinds)') &&
    // Their statements and column types are those of serverFiles, serverInterpretations and serverStatistics.
    !/server(Exports|FileAccess|Pictures)\.test\.ts$/.test(path),
);

/** Areas in which the databases differ most: order and collation, migrations, announcements, locks, and exclusion of overlaps. */
const differMost = /server(Collections|Database|Events|Queue|Schedules)\.test\.ts$/;
/** The suites of the second database that `npm run test:release` runs. */
export const onSecondDatabaseLater = onSecondDatabase.filter((path) => !differMost.test(path));

/** The settings of suites that start processes. */
export const slowSettings = {
  ...settings,
  // Many of these suites wait for processes and disks.
  maxWorkers: 4,
  // A test may start builds, checks and servers, on a machine at load 10, too.
  testTimeout: 1_200_000,
};

/** The Jest suites of `npm run test:slow`. */
export default {
  ...slowSettings,
  projects: [
    {
      ...nodeProject,
      displayName: 'slow',
      testMatch: ['tests/slow/*.test.ts', ...onSecondDatabase.filter((path) => differMost.test(path))].map(
        (path) => `<rootDir>/${path}`,
      ),
    },
  ],
};
