import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import type { BuildResult } from '../../scripts/build/buildTenants.ts';
import { chromiumPath } from '../../scripts/lib/chromium.ts';
import { freePort } from '../support/freePort.ts';
import { serveTenant } from '../support/nginx.ts';
import { machine, median } from './measure.ts';
import { writeSection } from './writeSection.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A slow phone: 1.6 Mbit/s, 150 ms round trip, a processor slowed four times. */
const phone = { latency: 150, throughput: 1_600_000 / 8, slowdown: 4, width: 390, height: 844 };

const aim = { paint: 1200, usable: 2500, blocked: 200, scripts: 150_000, score: 97 };
const runs = 5;
const scoreRuns = 3;

/** One load of the sign-in page: milliseconds, bytes of scripts, bytes of all with headers. `typable` is when the first field exists, `usable` when the app handles it. */
type Load = { paint: number; typable: number; usable: number; blocked: number; scripts: number; all: number };

/** Notes in the page when its form appears and when the app handles it. */
function watchPage(): void {
  const marks: Record<string, number> = {};
  let blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  const usable = Promise.withResolvers<void>();
  const look = (): void => {
    const root = document.getElementById('root');
    const field = root?.querySelector('input[name="email"]');
    if (field) marks['typable'] ??= performance.now();
    if (!field || 'frame' in (root?.dataset ?? {})) return void requestAnimationFrame(look);
    marks['usable'] = performance.now();
    return usable.resolve();
  };
  look();
  Object.assign(window, {
    whenUsable: usable.promise,
    paintMarks: () => ({
      ...marks,
      blocked,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }),
  });
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: phone.width, height: phone.height },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.throughput,
    uploadThroughput: phone.throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  let all = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (all += encodedDataLength));
  await page.goto(url);
  // The page itself waits: a locator would run its own script in it, which counts as blocking.
  await session.send('Runtime.evaluate', { expression: 'whenUsable', awaitPromise: true });
  await page.waitForLoadState('networkidle');
  const marks = await page.evaluate(() => (window as unknown as { paintMarks: () => Omit<Load, 'all'> }).paintMarks());
  await context.close();
  return { ...marks, all };
}

const figure = (loads: Load[], name: keyof Load): number => median(loads.map((figures) => figures[name]));

/** The performance score of Lighthouse for a phone, 0 to 100; null if it is not installed. */
function lighthouse(url: string): number | null {
  const cli = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(cli)) return null;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      '--quiet',
      '--only-categories=performance',
      '--form-factor=mobile',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, CHROME_PATH: chromiumPath, NODE_OPTIONS: '' } },
  );
  if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`);
  const { categories } = JSON.parse(stdout) as { categories: { performance: { score: number } } };
  return Math.round(categories.performance.score * 100);
}

/** Builds all deployments, or takes the bundles of another folder. Returns them, the one with the fewest bytes of scripts first. */
function buildAll(given: string | undefined, work: string): { dist: string; ids: string[] } {
  const dist = given ?? join(work, 'dist');
  const script = join(repository, 'scripts/build-tenants.ts');
  const { built } = JSON.parse(
    execFileSync(process.execPath, [script, '--json', '--out', join(work, 'dist')], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }),
  ) as BuildResult;
  return { dist, ids: built.toSorted((a, b) => (a.initial ?? 0) - (b.initial ?? 0)).map(({ id }) => id) };
}

/** Serves the sign-in page of a deployment as the image does, during `task`. */
async function withPage<Result>(dist: string, id: string, task: (url: string) => Promise<Result>): Promise<Result> {
  const backendUrl = `http://127.0.0.1:${await freePort()}/`;
  const web = await serveTenant({ dist, id, port: await freePort(), backendUrl });
  try {
    return await task(`${web.url}/auth/login`);
  } finally {
    await web.stop();
  }
}

type Row = { row: string; isMet: boolean };

/** The row of a deployment in the table of loads. */
async function measureLoads(browser: Browser, url: string, id: string): Promise<Row> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run += 1) loads.push(await load(browser, url));
  const [paint, typable, usable, blocked, scripts, all] = (
    ['paint', 'typable', 'usable', 'blocked', 'scripts', 'all'] as const
  ).map((name) => figure(loads, name)) as [number, number, number, number, number, number];
  const misses = [
    ...(paint > aim.paint ? ['first paint'] : []),
    ...(usable > aim.usable ? ['usable'] : []),
    ...(blocked > aim.blocked ? ['blocked'] : []),
    ...(scripts > aim.scripts ? ['JavaScript'] : []),
  ];
  const cells = [
    id,
    `${paint.toFixed(0)} ms`,
    `${typable.toFixed(0)} ms`,
    `${usable.toFixed(0)} ms`,
    `${blocked.toFixed(0)} ms`,
    `${(scripts / 1000).toFixed(1)} kB`,
    `${(all / 1000).toFixed(0)} kB`,
    misses.length > 0 ? `**${misses.join(', ')}**` : 'pass',
  ];
  return { row: `| ${cells.join(' | ')} |`, isMet: misses.length === 0 };
}

/** The median of Lighthouse's scores of a deployment; null if it is not installed. */
function scoreOf(url: string): number | null {
  const scores = Array.from({ length: scoreRuns }, () => lighthouse(url));
  return scores.includes(null) ? null : median(scores.filter((score) => score !== null));
}

/**
 * Measures the sign-in page on a slow phone, served by the web server of the image: loads of the deployments with the least and the most
 * JavaScript, and Lighthouse's score of all. DIST names a folder of other bundles to measure. Returns whether the targets are met.
 */
export async function benchPaint(say: (line: string) => void): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'signboard-bench-paint-'));
  const { dist, ids } = buildAll(process.env.DIST, work);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rows: Row[] = [];
    for (const id of [ids.at(0) ?? '', ids.at(-1) ?? '']) {
      const row = await withPage(dist, id, (url) => measureLoads(browser, url, id));
      rows.push(row);
      say(row.row);
    }
    const scores: { id: string; score: number | null }[] = [];
    for (const id of ids.toSorted()) {
      const score = await withPage(dist, id, async (url) => scoreOf(url));
      scores.push({ id, score });
      say(`${id}: Lighthouse ${score ?? '–'}`);
    }
    const isMet = rows.every((row) => row.isMet) && scores.every(({ score }) => score === null || score >= aim.score);
    if (process.env.DIST) return isMet;
    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: repository,
      encoding: 'utf8',
    });
    writeSection(`# First paint

Written by \`npm run bench -- paint\`: the sign-in page of the deployments with the least and the most JavaScript, on a slow phone
(1.6 Mbit/s, 150 ms round trip, processor slowed four times), served by the image's nginx; medians of ${runs}. The form is visible and takes
input from "typable" on, and the app handles it from "usable" on. The router, which the page loads while somebody types, is not included.

- ${machine}, Chromium ${browser.version()}, commit ${commit.trim()}
- targets: first paint ${aim.paint} ms, usable ${aim.usable} ms, blocked ${aim.blocked} ms, JavaScript ${aim.scripts / 1000} kB, Lighthouse ${aim.score}

| deployment | first paint | typable | usable | blocked | JavaScript | all | missed |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${rows.map(({ row }) => row).join('\n')}

Lighthouse's performance score for a phone, median of ${scoreRuns}, of all deployments: ${scores
      .map(({ id, score }) => `${id} ${score === null ? '–' : score < aim.score ? `**${score}**` : score}`)
      .join(', ')}.
`);
    return isMet;
  } finally {
    await browser.close();
    rmSync(work, { recursive: true, force: true });
  }
}
