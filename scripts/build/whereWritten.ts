import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { positionAt } from '../../tenants/document.ts';

/** The folders whose sources get into a page. */
const folders = ['src', 'contract', 'scripts/build'];

/** The first place in the sources of the app that has a text, as `src/app/App.tsx:12`; null when it is in none as it stands. */
export function whereWritten(root: string, text: string): string | null {
  for (const folder of folders) {
    const top = join(root, folder);
    const names = existsSync(top) ? readdirSync(top, { recursive: true, encoding: 'utf8' }).toSorted() : [];
    for (const name of names) {
      if (!/\.(tsx?|js|css|json|html|svg)$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
      const source = readFileSync(join(top, name), 'utf8');
      const offset = source.indexOf(text);
      if (offset >= 0) return `${folder}/${name}:${positionAt(source, offset).line}`;
    }
  }
  return null;
}
