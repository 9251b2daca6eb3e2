import { join } from 'node:path';
import { shownPath } from '../document.ts';
import type { LoadedTenant } from '../loadedTenant.ts';
import type { Problem } from '../problem.ts';
import { logoFiles, type LogoKind } from './logo.ts';

/** Pixels on the longer side of the drawing that is examined. */
const side = 96;

/** A pixel is visible if red, green or blue differs this much from the ground, and a logo if this share of its pixels is. */
const needed = { difference: 24, share: 0.003 } as const;

/** Grounds on which a logo is shown; it must be visible on one of them. Browser tabs are light or dark. */
function groundsOf(kind: LogoKind, { tokens }: LoadedTenant): string[] {
  if (kind === 'icon') return ['#ffffff', '#202124'];
  return [tokens[kind].surface];
}

/** The drawing with a size that bounds the work of drawing it, whatever size it states. */
function withSize(svg: string): string {
  return svg.replace(/<svg\b((?:[^>"']|"[^"]*"|'[^']*')*)>/, (_, attributes: string) => {
    const isClosed = attributes.endsWith('/');
    const rest = attributes.replace(/\/$/, '').replace(/\s(width|height)\s*=\s*("[^"]*"|'[^']*')/g, '');
    return `<svg${rest} width="${side}" height="${side}"${isClosed ? '/' : ''}>`;
  });
}

async function isVisibleOn(svg: Buffer, ground: string): Promise<boolean> {
  // Loaded here, because the server reads deployments too and draws nothing.
  const { default: sharp } = await import('sharp');
  const drawing = sharp(Buffer.from(withSize(svg.toString('utf8')))).flatten({ background: ground });
  const { data, info } = await drawing.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const base = Buffer.from(ground.slice(1), 'hex');
  const differs = (at: number) =>
    [0, 1, 2].some((channel) => Math.abs((data[at + channel] ?? 0) - (base[channel] ?? 0)) >= needed.difference);
  let visible = 0;
  for (let at = 0; at + info.channels <= data.length; at += info.channels) if (differs(at)) visible += 1;
  return visible / (info.width * info.height) >= needed.share;
}

/** Draws the logos of a deployment and reports those that nobody would see: blank, transparent, or in the colour of their ground. */
export async function checkVisible(loaded: LoadedTenant): Promise<Problem[]> {
  const problems = Object.entries(logoFiles).map(async ([name, fileName]): Promise<Problem[]> => {
    const kind = name as LogoKind;
    const file = shownPath(join(loaded.dir, fileName));
    const grounds = groundsOf(kind, loaded);
    try {
      const seen = await Promise.all(grounds.map((ground) => isVisibleOn(loaded.logos[kind], ground)));
      if (seen.some((wasSeen) => wasSeen)) return [];
      const message = `Nothing of the logo can be seen on its ground, ${grounds.join(' or ')}.`;
      return [
        {
          file,
          line: 1,
          column: 1,
          message,
          fix: 'Draw shapes inside the viewBox, in a colour that differs from the ground.',
        },
      ];
    } catch {
      const fix = 'Save it again from your drawing program, as plain SVG.';
      return [{ file, line: 1, column: 1, message: 'The logo cannot be drawn.', fix }];
    }
  });
  return (await Promise.all(problems)).flat();
}
