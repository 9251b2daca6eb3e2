import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownSentences } from './isolation.ts';

test('what two features say alike marks neither of them', () => {
  const root = mkdtempSync(join(tmpdir(), 'signboard-words-'));
  try {
    const locales = join(root, 'src/i18n/locales/en');
    mkdirSync(locales, { recursive: true });
    const shared = 'Each request appears here as soon as it is made.';
    writeFileSync(join(locales, 'live.json'), JSON.stringify({ title: 'Live interpretations', empty: shared }));
    writeFileSync(join(locales, 'online.json'), JSON.stringify({ title: 'Online interpretations', empty: shared }));
    expect(ownSentences(root).map(({ sentence }) => sentence)).toEqual([
      'Live interpretations',
      'Online interpretations',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
