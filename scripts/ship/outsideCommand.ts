import { spawn } from 'node:child_process';

/**
 * Runs a command of the operator in a shell, with a value as JSON on its standard input. What it prints goes to stderr, because stdout has
 * only the result of this process. Returns its exit code; null when a signal ended it.
 */
export async function runOutside(
  command: string,
  input: unknown,
  environment: Record<string, string | undefined>,
): Promise<number | null> {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', process.stderr, process.stderr],
    env: { ...process.env, ...environment },
  });
  // A command that does not read its input closes it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  return new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
}
