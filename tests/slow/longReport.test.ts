import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const script = join(resolve(import.meta.dirname, '../support'), 'writeLongReport.ts');

test('the memory that a PDF takes does not grow with its rows, though every row has other names, notes and ids', () => {
  const written = execFileSync(process.execPath, ['--expose-gc', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [early = 0, late = Infinity] = written.trim().split('\n').map(Number);
  expect(late - early).toBeLessThan(4_000_000);
});
