import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import type { Page } from 'playwright/test';
import { expect } from './browser.ts';

/** A word on paper; its box is in points from the upper left corner of the page. */
type Word = { text: string; left: number; top: number; right: number; bottom: number };

/** A page of paper: its size in points, its words in reading order, and its picture (RGB). */
type Sheet = { width: number; height: number; words: Word[]; pixels: Buffer; columns: number; rows: number };

/** The PDF that a browser prints from a page. */
export type Printed = {
  sheets: Sheet[];
  /** All words, separated by single spaces. */
  text: string;
};

/** The margin of every sheet is 12 mm; boxes of letters are a little larger than what they draw. In points. */
const margin = 30;

/** Pixels per inch of the pictures: enough for the strokes of small letters. */
const resolution = 110;

function wordsIn(sheet: Element): Word[] {
  return [...sheet.querySelectorAll('word')].map((word) => {
    const at = (side: string) => Number(word.getAttribute(side));
    return {
      text: word.textContent ?? '',
      left: at('xMin'),
      top: at('yMin'),
      right: at('xMax'),
      bottom: at('yMax'),
    };
  });
}

/** Reads a PDF with poppler: its words with their boxes, and its pages as pictures. */
async function readPrinted(file: Buffer): Promise<Printed> {
  const folder = mkdtempSync(join(tmpdir(), 'signboard-printed-'));
  try {
    const path = join(folder, 'printed.pdf');
    writeFileSync(path, file);
    const xml = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 27 });
    execFileSync('pdftoppm', ['-png', '-r', String(resolution), path, join(folder, 'sheet')]);
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    const pages = [...new JSDOM(xml).window.document.querySelectorAll('page')];
    const sheets = await Promise.all(
      pages.map(async (page, at): Promise<Sheet> => {
        const picture = readFileSync(join(folder, pictures[at] ?? ''));
        const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        return {
          width: Number(page.getAttribute('width')),
          height: Number(page.getAttribute('height')),
          words: wordsIn(page),
          pixels: data,
          columns: info.width,
          rows: info.height,
        };
      }),
    );
    const text = sheets.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
    return { sheets, text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the open page as the browser does, on A4. */
export async function print(page: Page): Promise<Printed> {
  return readPrinted(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
}

/** The lightness (0 to 255) of the pixels in a box of a sheet, given in points. */
function lightnessIn({ pixels, columns, rows }: Sheet, { left, top, right, bottom }: Word): number[] {
  const pixel = (points: number, most: number) => Math.min(Math.max(Math.round((points * resolution) / 72), 0), most);
  const found: number[] = [];
  for (let y = pixel(top, rows - 1); y <= pixel(bottom, rows - 1); y += 1)
    for (let x = pixel(left, columns - 1); x <= pixel(right, columns - 1); x += 1) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray((y * columns + x) * 3);
      found.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }
  return found;
}

/** The number of pixels of a colour (`#rrggbb`) on all sheets. */
export function pixelsOf({ sheets }: Printed, colour: string): number {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (const { pixels } of sheets)
    for (let at = 0; at < pixels.length; at += 3)
      if (wanted.every((value, part) => Math.abs((pixels[at + part] ?? 0) - value) < 12)) count += 1;
  return count;
}

/** The middle of a word, where no other word may be: boxes of letters are higher and wider than what they draw. */
function core({ left, top, right, bottom }: Word) {
  const [inset, depth] = [(right - left) * 0.1, (bottom - top) * 0.3];
  return { left: left + inset, top: top + depth, right: right - inset, bottom: bottom - depth };
}

function overlapping(words: readonly Word[]): string[] {
  const cores = words.map((word) => ({ text: word.text, ...core(word) }));
  return cores.flatMap((a, at) =>
    cores
      .slice(at + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} over ${b.text}`),
  );
}

/** Fails unless every sheet has text, dark on white, with no words over each other or in the margin. */
export function expectReadable({ sheets }: Printed, what: string): void {
  expect(sheets.length, what).toBeGreaterThan(0);
  for (const [at, sheet] of sheets.entries()) {
    const name = `${what}, sheet ${at + 1} of ${sheets.length}`;
    const { words, width, height } = sheet;
    expect(words.length, `${name}: words`).toBeGreaterThan(5);
    const outside = words.filter(
      ({ left, top, right, bottom }) =>
        left < margin || top < margin || right > width - margin || bottom > height - margin,
    );
    expect(outside, `${name}: beyond the margins`).toEqual([]);
    expect(overlapping(words), `${name}: over each other`).toEqual([]);
    const pale: string[] = [];
    for (const word of words) {
      // Dashes and points are thinner than a pixel.
      if (!/[\p{L}\p{N}]/u.test(word.text)) continue;
      const lightness = lightnessIn(sheet, word);
      const [darkest, lightest] = [Math.min(...lightness), Math.max(...lightness)];
      if (lightest < 235 || darkest > 150) pale.push(`${word.text}: ${Math.round(darkest)} on ${Math.round(lightest)}`);
    }
    expect(pale, `${name}: not dark on white`).toEqual([]);
  }
}
