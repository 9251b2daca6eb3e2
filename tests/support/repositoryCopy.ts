import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const repository = resolve(import.meta.dirname, '../..');
const call = promisify(execFile);

/** A copy of the repository as it is, with the same packages, which a test may change. */
export type RepositoryCopy = {
  folder: string;
  /** Runs a program in it; throws if it fails. Returns its output. */
  run: (command: string, ...args: string[]) => Promise<string>;
  /** Changes a file's text; fails if nothing changes. */
  edit: (file: string, change: (text: string) => string) => void;
  remove: () => void;
};

/** The environment of a command line: the outer run's settings of databases and workers are not its own. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(TEST_|PLAYWRIGHT_|PW_|SHEET_|TENANTS$|NODE_OPTIONS$)/.test(name),
    ),
  );
}

/** Copies the files that git knows, or would add, into a new repository in a temporary folder. */
export async function copyRepository(name: string): Promise<RepositoryCopy> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const { stdout } = await call('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: repository });
  for (const file of stdout.trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(repository, file), join(folder, file));
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const run = async (command: string, ...args: string[]) =>
    (await call(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout;
  await run('git', 'init', '--quiet');
  // .gitignore names the folder, and this is a link.
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n');
  await run('git', 'add', '--all');
  return {
    folder,
    run,
    edit: (file, change) => {
      const before = readFileSync(join(folder, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} was not changed`);
      writeFileSync(join(folder, file), after);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
