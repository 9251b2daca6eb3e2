import { chromium } from 'playwright';
import sharp from 'sharp';
import { chromiumPath } from '../lib/chromium.ts';
import { cells } from './strips.ts';

/** A row of the contact sheet: a deployment and its strip of screenshots (WebP). */
export type SheetRow = { id: string; brand: string; strip: Buffer };

const escaped = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Draws all strips in one picture, one row per deployment, labelled with brand and id. Returns a WebP. */
export async function drawContactSheet(rows: readonly SheetRow[]): Promise<Buffer> {
  const heads = cells.map(({ name }) => `<th>${escaped(name)}</th>`).join('');
  const body = rows
    .map(
      ({ id, brand, strip }) => `<tr><th><b>${escaped(brand)}</b>${escaped(id)}</th>
<td colspan="${cells.length}"><img src="data:image/webp;base64,${strip.toString('base64')}"></td></tr>`,
    )
    .join('');
  const page = `<style>
    body { margin: 24px; inline-size: max-content; background: #eceff1; color: #263238; font: 15px Inter, "Noto Sans", "DejaVu Sans", sans-serif }
    table { border-spacing: 0 12px } th { text-align: start; font-weight: 400; padding-inline-end: 20px }
    thead th:not(:first-child) { inline-size: 300px; padding: 0; box-sizing: border-box }
    b { display: block; font-size: 18px } img { display: block; inline-size: 1800px }
  </style><table><thead><tr><th></th>${heads}</tr></thead><tbody>${body}</tbody></table>`;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const sheet = await browser.newPage();
    await sheet.setContent(page);
    const picture = await sheet.locator('body').screenshot();
    return await sharp(picture).webp({ quality: 72, effort: 6 }).toBuffer();
  } finally {
    await browser.close();
  }
}
