import { describe, expect, it } from '@jest/globals';
import { anyDatabase } from '../support/backend.ts';
import { backendOf } from '../support/backendOf.ts';
import { firstClockDifference } from '../../server/db/zoneData.ts';

describe.each(anyDatabase)('the clocks of Node and of the %s database', (kind) => {
  const backend = backendOf(kind);
  const now = new Date('2024-05-01T10:15:30.500Z');
  const differ = (node: string, database = node) => firstClockDifference(backend.database.db, { node, database }, now);

  it.each(['Europe/Vilnius', 'Pacific/Chatham', 'America/Sao_Paulo', 'Atlantic/Reykjavik'])(
    'are compared over ten years in %s',
    async (zone) => {
      expect(await differ(zone)).toBeNull();
    },
  );

  it('differ from the change of clocks that one of them does not know', async () => {
    expect(await differ('Europe/Istanbul', 'Europe/Vilnius')).toEqual({
      at: '2023-10-29T10:15:30.5Z',
      node: '2023-10-29T13:15:30',
      database: '2023-10-29T12:15:30',
    });
    expect(await differ('Europe/Vilnius', 'Europe/Istanbul')).toEqual({
      at: '2023-10-29T01:00:00Z',
      node: '2023-10-29T03:00:00',
      database: '2023-10-29T04:00:00',
    });
  });
});
