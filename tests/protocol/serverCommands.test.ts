import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const person = ['--email', 'anna@example.is', '--first-name', 'Anna', '--last-name', 'Jónsdóttir'];

describe.each([
  ['owner', person, 1, 'The owner could not be created: '],
  ['eraseAgain', [], 1, 'Nobody was erased: '],
  ['moveFiles', [], 2, 'No file was moved: '],
])('the command server/%s', (name, args, exitCode, failure) => {
  const run = (given: string[], environment: Record<string, string> = { TENANT: 'iceland' }) => {
    const file = resolve(import.meta.dirname, `../../server/${name}.ts`);
    const env = { PATH: process.env['PATH'], ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...given], { encoding: 'utf8', env });
    return { status, out: stdout, err: stderr };
  };
  const failed = (line: unknown) => ({ status: exitCode, out: '', err: line });

  it('prints its help', () => {
    const help = expect.stringMatching(/^Usage: npm run [^]*Exit codes:/);
    expect(run(['--help'], {})).toEqual({ status: 0, out: help, err: '' });
  });

  it('names an unknown option, and the way to the help', () => {
    expect(run(['--nonsense'])).toEqual(
      failed(expect.stringMatching(/^Unknown option '--nonsense'.* See --help\.\n$/)),
    );
  });

  it('names a missing setting with its correction', () => {
    expect(run(args, {})).toEqual(failed(expect.stringMatching(/^TENANT: is missing\. Give the id/)));
  });

  it('says what did not happen when the database does not answer', () => {
    const environment = { TENANT: 'iceland', DATABASE_URL: 'postgresql://127.0.0.1:1/signboard' };
    expect(run(args, environment)).toEqual(failed(expect.stringContaining(failure)));
  });
});
