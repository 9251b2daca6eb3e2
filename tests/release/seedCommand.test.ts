import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('npm run ops -- seed', () => {
  let folder: string;

  const run = (...options: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((ended) => {
      const env = { ...process.env, DATABASE_URL: '', TENANT: '' };
      const cwd = join(import.meta.dirname, '../..');
      const line = ['scripts/seed.ts', '--data', folder, ...options];
      execFile(process.execPath, line, { cwd, env }, (error, stdout, stderr) =>
        ended({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-seed-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('fills a deployment, prints who may sign in, and adds nothing the second time', async () => {
    const first = await run('--tenant', 'lithuania', '--clock', '2024-05-01');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Gestuva \(lithuania\): \d{3} people, \d{4} interpretations, \d{3} ratings added/);
    for (const pattern of [
      /^ {2}owner +owner@gestuva\.example$/m,
      /^ {2}manager +manager@gestuva\.example$/m,
      /^ {2}interpreter +interpreter@gestuva\.example$/m,
      /^ {2}manager +suspended@gestuva\.example {2}\(suspended\)$/m,
      /^ {2}interpreter +pending@gestuva\.example {2}\(not approved\)$/m,
      /^ {2}deaf +deaf@gestuva\.example {2}\(no permission\)$/m,
      /^The password of every sign-in: signboard-demo$/m,
    ])
      expect(first.stdout).toMatch(pattern);
    const second = await run('--tenant', 'lithuania', '--clock', '2024-05-01');
    expect(second.stdout).toMatch(/: 0 people, 0 interpretations, 0 ratings added/);
  });

  it.each([
    [['--tenant', 'icelnd'], /There is no deployment "icelnd"[\s\S]*Did you mean "iceland"\?/],
    [['--tenant', 'iceland', '--clock', '1 May'], /Give "today" or a day such as 2024-05-01\./],
    [['--tenant', 'iceland', '--size', 'huge'], /Allowed choices are demo, bench\./],
    [['--tenant', 'iceland', '--seed', 'x'], /Give a whole number\./],
    [['--size', 'bench'], /--size bench needs --tenant <id>/],
  ])('refuses %j and says what to give', async (options, message) => {
    const { code, stderr } = await run(...options);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
