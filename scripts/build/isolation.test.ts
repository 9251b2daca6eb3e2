import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueSentences } from './isolation.ts';

test('a sentence that two features share is no marker of either', () => {
  const root = mkdtempSync(join(tmpdir(), 'signboard-words-'));
  try {
    const locales = join(root, 'src/i18n/locales/en');
    mkdirSync(locales, { recursive: true });
    const shared = 'Each request appears here as soon as it is made.';
    writeFileSync(join(locales, 'live.json'), JSON.stringify({ title: 'Live interpretations', empty: shared }));
    writeFileSync(join(locales, 'online.json'), JSON.stringify({ title: 'Online interpretations', empty: shared }));
    expect(uniqueSentences(root).map(({ sentence }) => sentence)).toEqual([
      'Live interpretations',
      'Online interpretations',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
