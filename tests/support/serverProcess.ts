import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const main = resolve(import.meta.dirname, '../../server/main.ts');

/** The backend as a separate process, as shipped. */
export type ServerProcess = {
  child: ChildProcess;
  /** Its output, line by line. */
  lines: string[];
  errors: string[];
  /** Its URL once it listens. Rejected if it ends before. */
  url: Promise<string>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Starts the backend with exactly these settings. */
export function startServer(environment: Record<string, string>): ServerProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const kept = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
  const child = spawn(process.execPath, [main], { env: { ...kept, ...environment } });
  const lines: string[] = [];
  const errors: string[] = [];
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const url = new Promise<string>((found, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const [, address] = /listening at (http:\/\/[\d.:]+)/.exec(line) ?? [];
      if (address) found(address);
    });
    void ended.then((code) => fail(new Error(`The backend ended with ${code}: ${errors.join('\n')}`)));
  });
  // Not every test awaits the URL.
  url.catch(() => undefined);
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  return { child, lines, errors, url, ended };
}
