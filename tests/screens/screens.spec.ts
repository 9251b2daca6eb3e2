import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import type { Language } from '../../contract/languages.ts';
import { paths } from '../../src/paths.ts';
import { enter, expect, firstLanguage, type Product, tenantOf, test } from '../support/browser.ts';
import { type Appearance, applyAppearance } from '../support/visualCheck.ts';
import { featuresOf, navigate, isOn, linksOf, expectLoaded } from '../support/screens.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const folder = join(docs, 'screens');
/** Maximum total size of the pictures, in bytes. */
const budget = 4_500_000;

/** Three different brands, each in its own language. */
const shown = ['estonia', 'brazil', 'lithuania'] as const;

const variants = [
  { palette: 'light', direction: 'ltr', size: 'desk' },
  { palette: 'dark', direction: 'ltr', size: 'desk' },
  { palette: 'light', direction: 'ltr', size: 'phone' },
  { palette: 'dark', direction: 'ltr', size: 'phone' },
] as const satisfies Appearance[];
const nameOf = ({ size, palette }: Appearance) => `${size}-${palette}`;

/** Taken in every variant; of other screens each deployment shows some, in two variants. */
const main = ['sign-in', 'overview', 'calendar', 'reports', 'users', 'partners-record'];

/** A small and reproducible picture of the screen. */
async function take(page: Page, name: string, into = folder): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(picture)
    .webp({ quality: 68, effort: 6 })
    .toFile(join(into, `${name}.webp`));
}

/** Every screen of the navigation, and the first record of lists that link to records. */
async function placesOf(page: Page, id: string): Promise<[name: string, path: string][]> {
  const { tenant } = await tenantOf(id);
  const features = [...(await featuresOf('dashboard'))].filter(([name, { nav }]) => nav && isOn(name, tenant.flags));
  const places: [string, string][] = [];
  for (const [name, { nav, routes }] of features) {
    if (!nav) continue;
    places.push([name, nav.to]);
    const record = routes.find(({ path }) => path.startsWith(`${nav.to}/:`))?.path;
    if (!record) continue;
    await navigate(page, nav.to);
    const pattern = new RegExp(`^${nav.to}/[0-9a-f]{24}$`);
    const first = (await linksOf(page)).find((link) => pattern.test(link));
    if (first) places.push([`${name}-record`, first]);
  }
  return places;
}

async function takeSignIn(page: Page, product: Product, id: string): Promise<void> {
  if (product.now) await page.clock.setFixedTime(product.now);
  await page.goto(product.urlOf(id));
  await expectLoaded(page);
  for (const variant of variants) {
    await applyAppearance(page, variant);
    await take(page, `${id}-sign-in-${nameOf(variant)}`);
  }
}

for (const [turn, id] of shown.entries())
  test(id, async ({ browser, page, product, faults }) => {
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder).filter((file) => file.startsWith(`${id}-`))) rmSync(join(folder, old));
    await takeSignIn(page, product, id);
    const inside = await enter({ browser, product, faults }, id);
    await inside.goto(product.urlOf(id));
    await expectLoaded(inside);
    const places = await placesOf(inside, id);
    for (const [index, [name, path]] of places.entries()) {
      await navigate(inside, path);
      const isMain = main.includes(name);
      if (!isMain && index % shown.length !== turn) continue;
      for (const variant of isMain ? variants : [variants[0], variants[3]]) {
        await applyAppearance(inside, variant);
        await expectLoaded(inside);
        await take(inside, `${id}-${name}-${nameOf(variant)}`);
      }
    }
  });

/** The pictures of the guide for staff: for each language a deployment that speaks it first. */
const guides = [
  ['ee', 'estonia'],
  ['en', 'canadavri'],
  ['es', 'argentina'],
  ['is', 'iceland'],
  ['lt', 'lithuania'],
  ['pt', 'portugal'],
  ['sk', 'slovakia'],
] as const satisfies [Language, string][];

for (const [language, id] of guides)
  test(`the guide in ${language}`, async ({ browser, product, faults }) => {
    const pictures = join(docs, 'staff', 'pictures');
    mkdirSync(pictures, { recursive: true });
    const page = await enter({ browser, product, faults }, id);
    await page.goto(product.urlOf(id));
    await applyAppearance(page, variants[0]);
    for (const [name, path] of [
      ['board', paths.calendar.list.href()],
      ['proposals', paths.reservationPlan.href()],
    ] as const) {
      await navigate(page, path);
      await expectLoaded(page);
      await take(page, `${language}-${name}`, pictures);
    }
  });

test.afterAll(async () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));
  const rows: string[] = [];
  for (const id of shown) {
    const loaded = await tenantOf(id);
    const pictures = files.filter((file) => file.startsWith(`${id}-`));
    const names = [
      ...new Set(pictures.map((file) => file.slice(id.length + 1).replace(/-(desk|phone)-(light|dark)\.webp$/, ''))),
    ];
    rows.push(
      `\n## ${loaded.tenant.brand} (\`${id}\`, in \`${firstLanguage(loaded)}\`)\n`,
      `| Screen | ${variants.map(({ size, palette }) => `${size}, ${palette}`).join(' | ')} |`,
      `| --- | ${variants.map(() => '---').join(' | ')} |`,
      ...names.map((name) => {
        const cells = variants.map((variant) => {
          const file = `${id}-${name}-${nameOf(variant)}.webp`;
          return pictures.includes(file)
            ? `<img src="${file}" width="${variant.size === 'desk' ? 320 : 110}" alt="${name}">`
            : '';
        });
        return `| ${name} | ${cells.join(' | ')} |`;
      }),
    );
  }
  const text = `# Screens

Taken by \`npm run screens\` from the running product with its demo data, its clock standing still: three deployments, each in
its own language, at 1440×900 and 390×844, light and dark. Do not edit this folder; run the command again.
${rows.join('\n')}
`;
  writeFileSync(join(folder, 'README.md'), text);
  const total = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(total, 'bytes of all pictures').toBeLessThan(budget);
});
