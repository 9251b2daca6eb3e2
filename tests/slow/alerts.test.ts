import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);
const monitoring = resolve(import.meta.dirname, '../../docs/ops/monitoring');

it('the alerts fire for each problem, and for nothing else', async () => {
  const { stdout } = await run('promtool', ['test', 'rules', `${monitoring}/alerts.test.yml`]);
  expect(stdout).toContain('SUCCESS');
  await run('promtool', ['check', 'config', `${monitoring}/prometheus.yml`]);
});
