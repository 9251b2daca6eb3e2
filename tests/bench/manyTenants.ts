import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Proposal, proposeColours } from '../../scripts/tenants/proposeColours.ts';

const syllables = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo', 'ha', 'ye'];

/** A unique brand, with enough syllables to be distinct. */
function brandOf(index: number): string {
  const digits = createHash('sha256').update(`${index}`).digest().subarray(0, 8);
  const word = [...digits].map((digit) => syllables[digit % syllables.length]).join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** A unique drawing. */
function drawing(seed: number): string {
  const bytes = createHash('sha512').update(`drawing ${seed}`).digest();
  const points = Array.from({ length: 32 }, (_, at) => `${bytes[at * 2]} ${bytes[at * 2 + 1]}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256"><path fill="#7a8899" d="M${points.join('L')}z"/></svg>\n`;
}

/** Copies the app into `folder`, without deployments. */
export function copyApp(repository: string, folder: string): void {
  for (const part of ['src', 'contract', 'package.json']) {
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** Copies the app into `folder` and gives it `count` generated deployments, with the colours that `tenants new` proposes. */
export function manyTenants(repository: string, folder: string, count: number): void {
  copyApp(repository, folder);
  const model = JSON.parse(readFileSync(join(repository, 'tenants/brazil/manifest.json'), 'utf8'));
  const languages = [['en'], ['is', 'en'], ['pt', 'en'], ['lt', 'en'], ['ee', 'en'], ['sk', 'en'], ['es', 'en']];
  const proposals: Proposal[] = [];
  for (let index = 0; index < count; index++) {
    const id = `made-up-${String(index).padStart(4, '0')}`;
    const host = `help.${brandOf(index).toLowerCase()}.example`;
    const proposal = proposeColours(proposals, {});
    if (!proposal) throw new Error(`There is no palette for deployment ${index}`);
    proposals.push(proposal);
    const { accent, highlight, progress } = proposal;
    mkdirSync(join(folder, 'tenants', id), { recursive: true });
    const manifest = {
      ...model,
      id,
      brand: brandOf(index),
      languages: languages[index % languages.length],
      palette: { accent, highlight },
      progress,
      flags: { ...model.flags, feedback: index % 3 > 0, online: index % 5 > 0 },
      support: { email: `team@${host}`, phone: `+1 555 01${String(10000 + index)}`, url: `https://${host}/` },
    };
    writeFileSync(join(folder, 'tenants', id, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [at, name] of ['logo', 'logo-dark', 'icon'].entries()) {
      writeFileSync(join(folder, 'tenants', id, `${name}.svg`), drawing(index * 3 + at));
    }
  }
}
