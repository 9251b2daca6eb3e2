import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';

const repository = join(import.meta.dirname, '../..');

/** The page whose commands a rehearsal runs. */
export const documentedIn = 'docs/ops/backup-and-upgrade.md';

/** The names of the blocks in the page: "```sh backup-postgresql". */
export type CommandLabel = `${'backup' | 'restore'}-${'postgresql' | 'embedded'}` | 'after-restore';

/**
 * The lines of a labelled block in the page about backups, exactly as operators read them.
 * @throws Error if the page has no such block.
 */
export function documentedCommand(label: CommandLabel): string {
  const text = readFileSync(join(repository, documentedIn), 'utf8');
  const [, lines] = new RegExp(`^\`\`\`sh ${label}\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(text) ?? [];
  if (lines === undefined) throw new Error(`${documentedIn} has no block "sh ${label}".`);
  return lines;
}

/**
 * Runs lines in a shell that stops at the first failure.
 * @param variables what the lines refer to, such as DATABASE_URL and BACKUP
 * @returns whether they succeeded, and their output
 */
export function tryInShell(
  lines: string,
  variables: Record<string, string>,
): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-eu', '-c', lines], {
      cwd: repository,
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ passed: false, output: error.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output: output.trim() }));
  });
}

/** Runs lines in a shell. @throws CommandError with the lines and their output if they fail. */
export async function runInShell(lines: string, variables: Record<string, string>): Promise<void> {
  const { passed, output } = await tryInShell(lines, variables);
  if (!passed) throw new CommandError(`This failed (${documentedIn}):\n${lines}\n\n${output}`);
}
