import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTenants } from '../../tenants/manifest.ts';
import { contrast, difference, hexOf } from '../../tenants/colour.ts';
import { minDifference } from '../../tenants/checks/collisions.ts';

const syllables = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo', 'ha', 'ye'];

/** A unique brand, with enough syllables to be distinct. */
function brandOf(index: number): string {
  const digits = createHash('sha256').update(`${index}`).digest().subarray(0, 8);
  const word = [...digits].map((digit) => syllables[digit % syllables.length]).join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Colours that are distinct between deployments, each with enough contrast for its use. */
function colours(count: number, apart: number, grounds: [string, number][]): string[] {
  const found: string[] = [];
  for (const c of [0.1583, 0.1127, 0.2011, 0.0719, 0.0431]) {
    for (let l = 0.3617; l <= 0.74; l += 0.0113) {
      for (let h = 0; h < 360; h += 3.37) {
        const hex = hexOf({ l, c, h });
        const readable = grounds.every(([ground, needs]) => contrast(hex, ground) >= needs);
        if (readable && found.every((other) => difference(hex, other) >= apart)) found.push(hex);
        if (found.length === count) return found;
      }
    }
  }
  throw new Error(`Only ${found.length} of ${count} colours are far enough apart`);
}

/** A unique drawing. */
function drawing(seed: number): string {
  const bytes = createHash('sha512').update(`drawing ${seed}`).digest();
  const points = Array.from({ length: 32 }, (_, at) => `${bytes[at * 2]} ${bytes[at * 2 + 1]}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><path d="M${points.join('L')}z"/></svg>\n`;
}

/** Copies the app into `folder`, without deployments. */
export function copyApp(repository: string, folder: string): void {
  for (const part of ['src', 'contract', 'package.json']) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** Copies the app into `folder` and gives it `count` generated deployments that pass the checks for collisions. */
export async function manyTenants(repository: string, folder: string, count: number): Promise<void> {
  copyApp(repository, folder);
  const model = JSON.parse(readFileSync(join(repository, 'tenants/brazil/manifest.json'), 'utf8'));
  const accents = colours(count, minDifference.accent + 0.4, [['#ffffff', 4.6]]);
  const progress = colours(count, minDifference.progress + 0.4, [
    ['#ffffff', 3.2],
    ['#1c2030', 3.2],
  ]);
  const languages = [['en'], ['is', 'en'], ['pt', 'en'], ['lt', 'en'], ['ee', 'en'], ['sk', 'en'], ['es', 'en']];
  for (let index = 0; index < count; index++) {
    const id = `made-up-${String(index).padStart(3, '0')}`;
    const host = `help.${brandOf(index).toLowerCase()}.example`;
    const [accent, bar] = [accents[index] ?? '', progress[index] ?? ''];
    mkdirSync(join(folder, 'tenants', id), { recursive: true });
    const manifest = {
      ...model,
      id,
      brand: brandOf(index),
      languages: languages[index % languages.length],
      palette: { accent, highlight: hexOf({ l: 0.8, c: 0.12 + index / 4000, h: (index * 47) % 360 }) },
      progress: bar,
      flags: { ...model.flags, feedback: index % 3 > 0, online: index % 5 > 0 },
      support: { email: `team@${host}`, phone: `+1 555 01${String(10000 + index)}`, url: `https://${host}/` },
    };
    writeFileSync(join(folder, 'tenants', id, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [at, name] of ['logo', 'logo-dark', 'icon'].entries()) {
      writeFileSync(join(folder, 'tenants', id, `${name}.svg`), drawing(index * 3 + at));
    }
  }
  await resolveCollisions(folder);
}

/** A visually equal colour, one step of blue away. */
function nudged(hex: string): string {
  const blue = parseInt(hex.slice(5), 16);
  return `${hex.slice(0, 5)}${(blue > 8 ? blue - 1 : blue + 1).toString(16).padStart(2, '0')}`;
}

/** Moves a seed by one step of blue if another deployment's palette contains the same colour. */
async function resolveCollisions(folder: string): Promise<void> {
  for (let round = 0; round < 8; round++) {
    const checked = await checkTenants(undefined, {
      root: join(folder, 'tenants'),
      locales: join(folder, 'src/i18n/locales'),
    });
    const problems = checked.flatMap((one) => one.problems);
    if (problems.length === 0) return;
    for (const { file, message } of problems) {
      const [, hex, owner] = /(#[0-9a-f]{6}) marks (made-up-\d+)/.exec(message) ?? [];
      if (!hex || !owner) throw new Error(`${file}: ${message}`);
      const manifest = join(folder, 'tenants', owner, 'manifest.json');
      const text = readFileSync(manifest, 'utf8');
      // The accent for dark mode is derived: it moves with the accent.
      const seed = text.includes(hex) ? hex : JSON.parse(text).palette.accent;
      writeFileSync(manifest, text.replaceAll(seed, nudged(seed)));
    }
  }
  throw new Error('The generated palettes still share colours');
}
