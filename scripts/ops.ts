/** Rare acts under one name: `npm run ops` lists them. Imports no package, because `lock` must work when `npm ci` fails. */

type Act = {
  /** What it does, in one line. */
  text: string;
  run: () => Promise<unknown>;
  /** Arguments before those of the caller. */
  first?: string[];
};

const acts: Record<string, Act> = {
  owner: {
    text: 'creates the first owner of a database and prints the password once',
    run: () => import('../server/owner.ts'),
  },
  import: { text: 'imports records from a CSV or XLSX file', run: () => import('./import.ts') },
  files: {
    text: 'says where files are, and moves them between database and bucket',
    run: () => import('../server/moveFiles.ts'),
  },
  rehearse: {
    text: 'backs up a database, restores it beside the original and compares',
    run: () => import('./rehearse.ts'),
  },
  'erase-again': {
    text: 'erases people again after a backup was restored',
    run: () => import('../server/eraseAgain.ts'),
  },
  platform: {
    text: 'simulates a video platform that sends events and recordings',
    run: () => import('./platform.ts'),
  },
  probe: { text: 'compares any backend with the contract', run: () => import('./probe.ts') },
  seed: { text: 'fills databases with demo data', run: () => import('./seed.ts') },
  advisories: { text: 'compares the lockfile with advisories', run: () => import('./advisories.ts') },
  base: { text: 'makes the base images of pages and APIs', run: () => import('./base/main.ts') },
  'new-kind': { text: 'writes the files of a new kind of record', run: () => import('./newKind.ts') },
  lock: {
    text: 'adds packages of other platforms to the lockfile',
    run: () => import('./lockfile.ts'),
    first: ['fill'],
  },
};

const list = [
  'Usage: npm run ops -- <act> [options]',
  '',
  'Acts; each prints its options with --help:',
  ...Object.entries(acts).map(([name, { text }]) => `  ${name.padEnd(12)} ${text}`),
].join('\n');

const [node = '', script = '', name, ...rest] = process.argv;
const act = name === undefined ? undefined : acts[name];
if (act) {
  process.argv = [node, script, ...(act.first ?? []), ...rest];
  await act.run();
} else if (name === undefined || ['--help', '-h', 'help'].includes(name)) console.log(list);
else {
  console.error(`There is no act "${name}".\n\n${list}`);
  process.exitCode = 1;
}
