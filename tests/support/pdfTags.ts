import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';

/** An element of the structure of a PDF, in reading order, with its text and that of the elements in it. */
type Tag = { type: string; text: string };

/** What screen readers get from a PDF, as poppler reads it, and the size of its smallest letters in points. */
export type Tags = { structure: Tag[]; title: string; language: string; smallest: number };

function structureOf(listing: string): Tag[] {
  const open: { depth: number; tag: Tag }[] = [];
  const tags: Tag[] = [];
  for (const line of listing.split('\n')) {
    const depth = line.search(/\S/);
    const [, text] = /^\s*"(.*)"$/s.exec(line) ?? [];
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop();
    if (text !== undefined) for (const { tag } of open) tag.text += text;
    const [, type] = /^\s*([A-Z]\w*)(?: \(\w+\))?:?$/.exec(line) ?? [];
    if (type === undefined) continue;
    const tag = { type, text: '' };
    tags.push(tag);
    open.push({ depth, tag });
  }
  return tags;
}

/** Reads the tags of a PDF with poppler. */
export function readTags(file: Buffer): Tags {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-tags-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, file);
    const run = (command: string, ...options: string[]) =>
      execFileSync(command, [...options, path, ...(command === 'pdftotext' ? ['-'] : [])], {
        encoding: 'utf8',
        maxBuffer: 2 ** 27,
      });
    const facts = run('pdfinfo');
    if (!/^Tagged:\s+yes$/m.test(facts)) throw new Error(`The file has no tags:\n${facts}`);
    const [, title = ''] = /^Title:\s+(.*)$/m.exec(facts) ?? [];
    const [, language = ''] = /\/Lang \((.*?)\)/.exec(file.toString('latin1')) ?? [];
    // The box of a word in this font is 1.362 times as high as the size of its letters.
    const words = [...new JSDOM(run('pdftotext', '-bbox')).window.document.querySelectorAll('word')];
    const heights = words.map((word) => Number(word.getAttribute('yMax')) - Number(word.getAttribute('yMin')));
    return {
      structure: structureOf(run('pdfinfo', '-struct-text')),
      title,
      language,
      smallest: Math.round((Math.min(...heights) / 1.362) * 100) / 100,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
