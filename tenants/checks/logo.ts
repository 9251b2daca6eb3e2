import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { shownPath } from '../document.ts';
import type { Problem } from '../problem.ts';

/** The three drawings of a deployment: for a light ground, for a dark one, and the square icon. */
export const logoFiles = { light: 'logo.svg', dark: 'logo-dark.svg', icon: 'icon.svg' } as const;
/** Which of a deployment's drawings. */
export type LogoKind = keyof typeof logoFiles;

/** The bytes of each drawing. */
export type Logos = Record<LogoKind, Buffer>;

/** Largest size of a drawing, in bytes: it stands in front of the first paint. */
export const maxLogoBytes = 30_000;

const svg = 'http://www.w3.org/2000/svg';

const elements = new Set(
  [
    'svg g defs title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask symbol use',
  ].flatMap((names) => names.split(' ')),
);

const attributes = new Set(
  [
    'xmlns version id role aria-label aria-labelledby aria-hidden viewBox width height preserveAspectRatio',
    'x y x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength transform gradientTransform gradientUnits spreadMethod offset',
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity',
    'opacity color stop-color stop-opacity clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits paint-order shape-rendering href xlink:href xmlns:xlink',
  ].flatMap((names) => names.split(' ')),
);

/** Why a name that is not allowed is dangerous, or merely unknown. */
function whyElement(name: string): string {
  if (name === 'script') return 'A script in a logo is never let through.';
  if (name === 'foreignObject') return '<foreignObject> brings a whole page into a picture.';
  if (name === 'style') return '<style> can load from elsewhere and reaches beyond the picture.';
  if (name === 'text' || name === 'tspan') return `<${name}> needs a font that may not be there.`;
  if (name === 'image') return '<image> brings in another file.';
  return `<${name}> is not among what a logo may hold.`;
}

function howElement(name: string): string {
  if (name === 'style') return 'Write colours as attributes: fill="#…".';
  if (name === 'text' || name === 'tspan') return 'Convert the words to paths in your drawing program.';
  return 'Remove it; shapes, groups, gradients, clips and masks are enough to draw with.';
}

function attributeFault(name: string, value: string): { message: string; fix: string } | null {
  if (/^on/i.test(name)) return { message: `The handler ${name} runs a script.`, fix: 'Remove the attribute.' };
  if (name === 'style')
    return {
      message: 'A style attribute is refused by the page’s security header.',
      fix: 'Write it as attributes: fill="#…", stroke="#…".',
    };
  if (!attributes.has(name))
    return { message: `The attribute ${name} is not among what a logo may hold.`, fix: 'Remove it.' };
  if (/^(xlink:)?href$/.test(name) && !/^#[\w-]+$/.test(value))
    return {
      message: `${name}="${value.slice(0, 60)}" leads out of the file.`,
      fix: 'Refer to something in the same file, as href="#name".',
    };
  const references = value.match(/url\s*\([^)]*\)?/gi) ?? [];
  if (references.some((reference) => !/^url\(\s*['"]?#[\w-]+['"]?\s*\)$/i.test(reference)))
    return {
      message: `${name} refers to something outside the file: ${value.slice(0, 60)}.`,
      fix: 'Refer to something in the same file, as url(#name).',
    };
  if (name.startsWith('xmlns') && ![svg, 'http://www.w3.org/1999/xlink'].includes(value))
    return {
      message: `The namespace ${value.slice(0, 60)} does not belong in a logo.`,
      fix: 'Remove it, and what uses it.',
    };
  if (/[\\@]|javascript:|data:|expression\s*\(/i.test(value) && name !== 'aria-label')
    return { message: `${name} holds something that is no drawing: ${value.slice(0, 60)}.`, fix: 'Remove it.' };
  return null;
}

function viewBoxFault(value: string | undefined, kind: LogoKind): { message: string; fix: string } | null {
  if (value === undefined)
    return {
      message: 'The logo has no viewBox, so it cannot be scaled.',
      fix: 'Add viewBox="0 0 <width> <height>" to <svg>.',
    };
  const [, , width = 0, height = 0, ...more] = value
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (more.length || !(width > 0 && height > 0))
    return {
      message: `viewBox="${value}" is not four numbers with a size.`,
      fix: 'Write it as viewBox="0 0 <width> <height>".',
    };
  if (kind === 'icon' && width !== height)
    return { message: `The icon is ${width} × ${height}.`, fix: 'Draw it on a square.' };
  return null;
}

/** Goes through a drawing, element by element, and says of everything that is not plain drawing where it stands. */
export function svgProblems(text: string, file: string, kind: LogoKind): Problem[] {
  const problems: Problem[] = [];
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let start = { line: 1, column: 1 };
  const here = (back: number) => ({ line: parser.line, column: Math.max(1, parser.column - back) });
  const report = (at: { line: number; column: number }, message: string, fix: string) =>
    problems.push({ file, ...at, message, fix });

  parser.on('error', ({ message }) =>
    report(
      here(0),
      `Not XML: ${message.replace(/^\d+:\d+: /, '')}`,
      'Save it again from your drawing program, as plain SVG.',
    ),
  );
  parser.on('doctype', () => report(here(0), 'A DOCTYPE can define entities.', 'Remove the line <!DOCTYPE …>.'));
  parser.on('processinginstruction', ({ target }) =>
    report(here(0), `<?${target}?> can load a style sheet.`, 'Remove it.'),
  );
  parser.on('cdata', () => report(here(0), 'CDATA has no place in a logo.', 'Remove it.'));
  parser.on('text', (words) => {
    if (words.trim() && depth === 1) report(here(words.length), 'Words stand loose in the drawing.', 'Remove them.');
  });
  parser.on('opentagstart', ({ name }) => {
    start = here(name.length + 1);
    if (!elements.has(name)) report(start, whyElement(name), howElement(name));
    if (depth === 0 && name !== 'svg') report(start, 'The outermost element is not <svg>.', 'Save it as SVG.');
    depth += 1;
  });
  parser.on('attribute', ({ name, value }) => {
    const fault = attributeFault(name, value);
    if (fault) report(here(name.length + value.length + 2), fault.message, fault.fix);
  });
  parser.on('opentag', ({ attributes: own }) => {
    if (depth !== 1) return;
    const fault = viewBoxFault(own['viewBox'], kind);
    if (fault) report(start, fault.message, fault.fix);
    if (own['xmlns'] !== svg) report(start, 'The <svg> does not say its namespace.', `Add xmlns="${svg}".`);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(text).close();
  return problems;
}

/**
 * Reads the three drawings of a deployment and holds each to an allow-list of plain SVG: no script, no handler, no
 * style, no reference out of the file, no DOCTYPE, at most `maxLogoBytes`.
 * @returns the bytes as they are (null where a file is missing), and what is wrong.
 */
export function readLogos(dir: string): { logos: Logos | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (kind: LogoKind): Buffer | null => {
    const path = join(dir, logoFiles[kind]);
    const file = shownPath(path);
    const top = { file, line: 1, column: 1 };
    try {
      const bytes = readFileSync(path);
      if (bytes.length > maxLogoBytes)
        problems.push({
          ...top,
          message: `The logo has ${bytes.length} bytes; at most ${maxLogoBytes} may stand in front of the first paint.`,
          fix: 'Simplify the paths, round to two decimals, remove what the drawing program added.',
        });
      problems.push(...svgProblems(bytes.toString('utf8'), file, kind));
      return bytes;
    } catch {
      problems.push({
        ...top,
        message: `The logo ${logoFiles[kind]} is missing.`,
        fix: 'Draw it as SVG: logo.svg for a light ground, logo-dark.svg for a dark one, icon.svg square.',
      });
      return null;
    }
  };
  const [light, dark, icon] = [read('light'), read('dark'), read('icon')];
  return { logos: light && dark && icon && { light, dark, icon }, problems };
}
