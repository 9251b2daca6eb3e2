import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/bench.md');

/**
 * Writes a section (starting with its heading, `# …`) into the page of results: replaces the previous one, or appends
 * it.
 */
export function writeSection(section: string): void {
  const [heading = ''] = section.split('\n');
  const sections = readFileSync(page, 'utf8').split(/^(?=# )/m);
  const at = sections.findIndex((text) => text.startsWith(`${heading}\n`));
  const text = `${section.trim()}\n`;
  if (at === -1) sections.push(text);
  else sections[at] = text;
  writeFileSync(page, sections.map((part) => part.trimEnd()).join('\n\n') + '\n');
}
