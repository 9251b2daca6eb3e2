import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { apiConfig } from './apiConfig.ts';

test('a container of the API has as long for its migrations as in the chart, and is asked for its health without Node', () => {
  const layers = { type: 'layers' as const, diff_ids: [] };
  const base = { created: '', architecture: 'amd64', os: 'linux', config: {}, rootfs: layers, history: [] };
  const bundle = { id: 'iceland', version: '1.0.0', commit: 'c0ffee', digest: '', files: [], packages: [] };
  const { config } = apiConfig({ config: base }, bundle, { newest: '001_a', oldest: '001_a' }, []);
  const values = readFileSync(join(import.meta.dirname, '../../docker/chart/values.yaml'), 'utf8');
  const { api } = parse(values) as { api: { startupSeconds: number } };
  expect(config.Healthcheck?.StartPeriod).toBe(api.startupSeconds * 1e9);
  expect(config.Healthcheck?.Test.join(' ')).toMatch(/^CMD \/bin\/busybox sh -c .*\/livez\//);
});
