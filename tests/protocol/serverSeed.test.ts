import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Flag } from '../../contract/flags.ts';
import { seed } from '../../server/seed/seed.ts';
import { startBackend, testDeployment, testStart, type TestBackend } from '../support/backend.ts';

describe('demo data of a deployment with few flags', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startBackend('embedded');
    const off = ['live', 'relay', 'feedback', 'departments', 'recordings', 'transcription', 'videos'] satisfies Flag[];
    const flags = { ...testDeployment.flags, ...Object.fromEntries(off.map((flag) => [flag, false])) };
    await seed(backend.database, { ...testDeployment, flags }, { size: 'demo', now: testStart });
  });
  afterAll(() => backend.close());

  it.each([
    ['channel', ['online']],
    ['session_mode', ['VRI']],
    ['location_type', ['remote']],
    ['caption_type', [null]],
    ['service_kind', ['interpretation']],
  ] as const)('has no %s other than %j', async (column, expected) => {
    const rows = await backend.database.db.selectFrom('interpretations').select(column).distinct().execute();
    expect(rows.map((row) => Object.values(row)[0])).toEqual(expected);
  });

  it('has neither feedback nor departments, videos or recordings', async () => {
    const { db } = backend.database;
    expect(await db.selectFrom('videos').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('video_categories').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('feedback').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('departments').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('recordings').select('id').execute()).toEqual([]);
  });
});
