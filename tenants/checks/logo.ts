import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { readPlainFile, shownPath } from '../document.ts';
import type { Problem } from '../problem.ts';

/** File names of the logos: for light mode, for dark mode, and the square icon. */
export const logoFiles = { light: 'logo.svg', dark: 'logo-dark.svg', icon: 'icon.svg' } as const;
/** One of a deployment's logos. */
export type LogoKind = keyof typeof logoFiles;

/** The bytes of each logo. */
export type Logos = Record<LogoKind, Buffer>;

/** Largest size of a logo in bytes: it is loaded before the first paint. */
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
    'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity',
    'opacity color stop-color stop-opacity clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits paint-order shape-rendering href xlink:href xmlns:xlink',
  ].flatMap((names) => names.split(' ')),
);

/** Limits of a drawing, because each browser draws it before the first paint: elements after every reference is drawn, and nesting. */
const limits = { elements: 2_000, depth: 40, problems: 20 } as const;

/** Why an element is not allowed. */
function elementMessage(name: string): string {
  if (name === 'script') return 'Scripts are not allowed in a logo.';
  if (name === 'foreignObject') return '<foreignObject> embeds HTML, which is not allowed in a logo.';
  if (name === 'style') return '<style> can load external files and affects the whole page.';
  if (name === 'text' || name === 'tspan') return `<${name}> needs a font that may not be installed.`;
  if (name === 'image') return '<image> embeds another file.';
  return `<${name}> is not allowed in a logo.`;
}

/** How to replace an element that is not allowed. */
function elementFix(name: string): string {
  if (name === 'style') return 'Write colours as attributes: fill="#…".';
  if (name === 'text' || name === 'tspan') return 'Convert the text to paths in your drawing program.';
  return 'Remove it; use shapes, groups, gradients, clips and masks.';
}

/**
 * A reference to an element of the same file. Programs write any name as an id: with colons, dots, spaces and letters of every alphabet;
 * without quotes, CSS needs a backslash before some of them.
 */
const ownReference = /url\(\s*(?:"#([^"\\]+)"|'#([^'\\]+)'|#((?:[^\s"'()\\]|\\[^\da-f\n])+))\s*\)/gi;

const isLink = (attribute: string) => /^(xlink:)?href$/.test(attribute);

/** Whether nothing evaluates the value of an attribute: it names the element or is a reference to a name. */
const isFreeText = (attribute: string) =>
  isLink(attribute) || attribute === 'id' || /^aria-label(ledby)?$/.test(attribute);

function attributeProblem(name: string, value: string): { message: string; fix: string } | null {
  if (/^on/i.test(name)) return { message: `The handler ${name} runs a script.`, fix: 'Remove the attribute.' };
  if (name === 'style')
    return {
      message: 'The Content-Security-Policy of the page blocks style attributes.',
      fix: 'Write it as attributes: fill="#…", stroke="#…".',
    };
  if (name.startsWith('stroke-dash'))
    return { message: 'A dashed line can take minutes to draw.', fix: 'Draw the dashes as shapes.' };
  if (!attributes.has(name)) return { message: `The attribute ${name} is not allowed in a logo.`, fix: 'Remove it.' };
  if (isLink(name) && !/^#./.test(value))
    return {
      message: `${name}="${value.slice(0, 60)}" refers to another file.`,
      fix: 'Refer to something in the same file, as href="#name".',
    };
  const rest = isFreeText(name) ? '' : value.replaceAll(ownReference, '');
  if (/(?:url|src|image|image-set|cross-fade)\s*\(/i.test(rest))
    return {
      message: `${name} refers to another file: ${value.slice(0, 60)}.`,
      fix: 'Refer to something in the same file, as url(#name).',
    };
  if (name.startsWith('xmlns') && ![svg, 'http://www.w3.org/1999/xlink'].includes(value))
    return {
      message: `The namespace ${value.slice(0, 60)} is not allowed in a logo.`,
      fix: 'Remove it and everything that uses it.',
    };
  if (/[\\@]|javascript:|data:|expression\s*\(/i.test(rest))
    return { message: `${name} has a value that is not allowed in a logo: ${value.slice(0, 60)}.`, fix: 'Remove it.' };
  return null;
}

function viewBoxProblem(value: string | undefined, kind: LogoKind): { message: string; fix: string } | null {
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
      message: `viewBox="${value}" is not four numbers with a positive width and height.`,
      fix: 'Write it as viewBox="0 0 <width> <height>".',
    };
  if (kind === 'icon' && width !== height)
    return { message: `The icon is ${width} × ${height}, not square.`, fix: 'Draw it on a square.' };
  return null;
}

type Place = { line: number; column: number };

/** An element with its children and the elements that it refers to by `#name`. */
type Drawn = { children: Drawn[]; references: { name: string; at: Place }[]; weight?: number; isOpen?: boolean };

/** The names that an attribute refers to. */
function referencesIn(name: string, value: string): string[] {
  if (isLink(name)) return value.startsWith('#') ? [value.slice(1)] : [];
  return [...value.matchAll(ownReference)].map(
    ([, double, single, bare]) => double ?? single ?? (bare ?? '').replaceAll(/\\(.)/gu, '$1'),
  );
}

/** The element that a reference names. Browsers and programs also write the letters of other alphabets as `%D0%90`. */
function targetOf(name: string, byId: ReadonlyMap<string, Drawn>): Drawn | undefined {
  try {
    return byId.get(name) ?? byId.get(decodeURIComponent(name));
  } catch {
    return undefined;
  }
}

/**
 * Counts the elements that a browser draws, with every reference followed, and reports references that lead nowhere or back to
 * themselves. Each element is counted once, so the work is bounded by the size of the file.
 */
function drawnElements(
  top: Drawn,
  byId: ReadonlyMap<string, Drawn>,
  report: (at: Place, message: string, fix: string) => void,
): number {
  const weigh = (element: Drawn): number => {
    if (element.weight !== undefined) return element.weight;
    element.isOpen = true;
    let weight = 1;
    for (const child of element.children) weight += weigh(child);
    for (const { name, at } of element.references) {
      const target = targetOf(name, byId);
      if (!target) report(at, `Nothing has the id "${name}".`, 'Add it, or remove the reference.');
      else if (target.isOpen) report(at, `"#${name}" refers to itself.`, 'Remove the reference.');
      else weight += weigh(target);
    }
    element.isOpen = false;
    element.weight = Math.min(weight, limits.elements + 1);
    return element.weight;
  };
  return weigh(top);
}

/** Problems of an SVG: every element, attribute and reference that is not on the allow-list, with its position. */
export function svgProblems(svgText: string, file: string, kind: LogoKind): Problem[] {
  const problems: Problem[] = [];
  const parser = new SaxesParser({ xmlns: false, position: true });
  const top: Drawn = { children: [], references: [] };
  const byId = new Map<string, Drawn>();
  /** The elements that are open, the innermost last. */
  const open = [top];
  let depth = 0;
  let start = { line: 1, column: 1 };
  const here = (back: number) => ({ line: parser.line, column: Math.max(1, parser.column - back) });
  const report = (at: Place, message: string, fix: string) => {
    problems.push({ file, ...at, message, fix });
  };

  parser.on('error', ({ message }) =>
    report(
      here(0),
      `Not XML: ${message.replace(/^\d+:\d+: /, '')}`,
      'Save it again from your drawing program, as plain SVG.',
    ),
  );
  parser.on('doctype', () =>
    report(here(0), 'A DOCTYPE is not allowed: it can define entities.', 'Remove the line <!DOCTYPE …>.'),
  );
  parser.on('processinginstruction', ({ target }) =>
    report(here(0), `<?${target}?> is not allowed: it can load a style sheet.`, 'Remove it.'),
  );
  parser.on('cdata', () => report(here(0), 'CDATA is not allowed in a logo.', 'Remove it.'));
  parser.on('text', (text) => {
    if (text.trim() && depth === 1) report(here(text.length), 'The logo has text outside of an element.', 'Remove it.');
  });
  parser.on('opentagstart', ({ name }) => {
    start = here(name.length + 1);
    if (!elements.has(name)) report(start, elementMessage(name), elementFix(name));
    if (depth === 0 && name !== 'svg') report(start, 'The outermost element is not <svg>.', 'Save it as SVG.');
    depth += 1;
    if (depth === limits.depth + 1)
      report(start, `Groups are nested more than ${limits.depth} levels deep.`, 'Ungroup the drawing.');
    const element: Drawn = { children: [], references: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('attribute', ({ name, value }) => {
    const problem = attributeProblem(name, value);
    const at = here(name.length + value.length + 2);
    if (problem) report(at, problem.message, problem.fix);
    const element = open.at(-1);
    if (!element) return;
    if (name === 'id' && !byId.has(value)) byId.set(value, element);
    element.references.push(...referencesIn(name, value).map((target) => ({ name: target, at })));
  });
  parser.on('opentag', ({ attributes: given }) => {
    if (depth !== 1) return;
    const problem = viewBoxProblem(given['viewBox'], kind);
    if (problem) report(start, problem.message, problem.fix);
    if (given['xmlns'] !== svg) report(start, 'The <svg> has no namespace.', `Add xmlns="${svg}".`);
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (open.length > 1) open.pop();
  });
  parser.write(svgText).close();
  if (problems.length > 0) return problems.slice(0, limits.problems);
  const drawn = drawnElements(top, byId, report);
  if (drawn > limits.elements)
    report(
      { line: 1, column: 1 },
      `With every reference drawn, the logo has more than ${limits.elements} elements.`,
      'Simplify the drawing; do not repeat groups that repeat others.',
    );
  return problems.slice(0, limits.problems);
}

/**
 * Reads the three logos of a deployment and checks each against an allow-list of plain SVG: no script, event handler, style,
 * reference to another file, to nothing or to itself, or DOCTYPE; limited in bytes, nesting and drawn elements.
 * @returns the unchanged bytes (null when a file is missing), and the problems.
 */
export function readLogos(dir: string): { logos: Logos | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (kind: LogoKind): Buffer | null => {
    const path = join(dir, logoFiles[kind]);
    const file = shownPath(path);
    const top = { file, line: 1, column: 1 };
    try {
      const bytes = readPlainFile(path);
      if (bytes.length > maxLogoBytes) {
        problems.push({
          ...top,
          message: `The logo has ${bytes.length} bytes; at most ${maxLogoBytes} are allowed, because it is loaded before the first paint.`,
          fix: 'Simplify the paths, round to two decimals, remove metadata of the drawing program.',
        });
        return null;
      }
      if (isUtf8(bytes)) problems.push(...svgProblems(bytes.toString('utf8'), file, kind));
      else
        problems.push({ ...top, message: 'The logo is not UTF-8.', fix: 'Save it as UTF-8 in your drawing program.' });
      return bytes;
    } catch (error) {
      const why = typeof error === 'object' && error && 'code' in error ? String(error.code) : String(error);
      if (why !== 'ENOENT') {
        const fix = 'Put a copy of the file there, not a link, folder or pipe.';
        problems.push({ ...top, message: `The logo ${logoFiles[kind]} cannot be read (${why}).`, fix });
        return null;
      }
      problems.push({
        ...top,
        message: `The logo ${logoFiles[kind]} is missing.`,
        fix: 'Draw it as SVG: logo.svg for light mode, logo-dark.svg for dark mode, icon.svg square.',
      });
      return null;
    }
  };
  const [light, dark, icon] = [read('light'), read('dark'), read('icon')];
  return { logos: light && dark && icon && { light, dark, icon }, problems };
}
