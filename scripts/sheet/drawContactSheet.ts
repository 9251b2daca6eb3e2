import { chromium } from 'playwright';
import sharp from 'sharp';
import { chromiumPath } from '../lib/chromium.ts';
import { type Picture, pictures } from './pictures.ts';

/** A row of the contact sheet: a deployment, and its pictures (WebP) by name. */
export type SheetRow = { id: string; brand: string; pictureOf: (name: string) => Buffer | null };

const escaped = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The columns of the sheet: more would make the pictures too small to compare brands. */
const columns: readonly Picture[] = pictures.filter(
  ({ page, size }) => size === 'desk' && ['sign-in', 'overview', 'calendar'].includes(page),
);

/** Draws one row of pictures per deployment, labelled with brand and id, into one picture. Returns a WebP. */
export async function drawContactSheet(rows: readonly SheetRow[]): Promise<Buffer> {
  const heads = columns.map(({ page, palette }) => `<th>${escaped(`${page}, ${palette}`)}</th>`).join('');
  const body = rows
    .map(({ id, brand, pictureOf }) => {
      const cells = columns.map(({ name }) => {
        const picture = pictureOf(name);
        return `<td>${picture ? `<img src="data:image/webp;base64,${picture.toString('base64')}">` : ''}</td>`;
      });
      return `<tr><th><b>${escaped(brand)}</b>${escaped(id)}</th>${cells.join('')}</tr>`;
    })
    .join('');
  const page = `<style>
    body { margin: 24px; inline-size: max-content; background: #eceff1; color: #263238; font: 15px Inter, "Noto Sans", "DejaVu Sans", sans-serif }
    table { border-spacing: 0 12px } th { text-align: start; font-weight: 400; padding-inline-end: 20px }
    thead th:not(:first-child) { inline-size: 300px; padding: 0; box-sizing: border-box } td { padding: 0 }
    b { display: block; font-size: 18px } img { display: block; inline-size: 300px }
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
