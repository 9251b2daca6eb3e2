import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumPath } from '../../scripts/lib/chromium.ts';
import { serve } from '../../scripts/serve/serve.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { startPostgres } from '../support/postgres.ts';
import { writeSection } from './writeSection.ts';
import { median } from './measure.ts';

const repository = resolve(import.meta.dirname, '../..');
const tenant = 'dev';
/** A Monday with six following weeks; its month is opened. */
const monday = '2030-07-01';
const aim = { month: 300, longTask: 50 };
const runs = 5;

/** The load of the page's main thread: tasks of over 50 ms, and the intervals between frames, in milliseconds. */
type Work = { longTasks: number[]; frames: number[] };

const quantile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function signIn(browser: Browser, url: string, email: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.locator('input[type="email"], input[autocomplete="username"]').first().fill(email);
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL('**/dashboard');
  return page;
}

/**
 * The time from the last byte of the month to the frame that shows it, in milliseconds; duration and size of the
 * response.
 */
async function openMonth(page: Page, url: string): Promise<{ drawn: number; answer: number; bytes: number }> {
  await page.goto(`${url}dashboard/calendar?view=month&day=${monday}`);
  return page.evaluate(
    () =>
      new Promise<{ drawn: number; answer: number; bytes: number }>((done) => {
        const look = () => {
          const read = performance
            .getEntriesByType('resource')
            .findLast(({ name }) => name.includes('/api/calendar/')) as PerformanceResourceTiming | undefined;
          // A day of the month that shows hours.
          if (!read?.responseEnd || !document.querySelector('td [data-day]:not([title=""])'))
            requestAnimationFrame(look);
          else
            requestAnimationFrame(() =>
              done({
                drawn: performance.now() - read.responseEnd,
                answer: read.responseEnd - read.startTime,
                bytes: read.decodedBodySize,
              }),
            );
        };
        look();
      }),
  );
}

/** The load of the page during an act. */
async function workOf(page: Page, act: () => Promise<void>): Promise<Work> {
  await page.evaluate(() => {
    const work: Work = { longTasks: [], frames: [] };
    const observer = new PerformanceObserver((list) =>
      work.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    let before = performance.now();
    let isOver = false;
    const frame = (now: number) => {
      work.frames.push(now - before);
      before = now;
      if (!isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, {
      endOfWork: () => {
        isOver = true;
        observer.disconnect();
        return work;
      },
    });
  });
  await act();
  await page.waitForTimeout(200);
  return page.evaluate(() => (window as unknown as { endOfWork: () => Work }).endOfWork());
}

/** From the first lane to the last one and back. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(900, 600);
  for (const by of [120, -120])
    for (let turn = 0; turn < 90; turn += 1) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(12);
    }
}

/** Drags a shift across the week, down until the lanes scroll, and back. */
async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-shift][data-state="enabled"]:not([data-external])').nth(3).boundingBox();
  if (!box) throw new Error('There is no shift to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(1360, y, { steps: 40 });
  await page.mouse.move(1360, 870, { steps: 40 });
  await page.mouse.move(700, 870, { steps: 40 });
  await page.mouse.move(x, y, { steps: 40 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

const figures = ({ longTasks, frames }: Work): string[] => [
  String(longTasks.length),
  longTasks.length > 0 ? `${Math.max(...longTasks).toFixed(0)} ms` : '–',
  `${quantile(frames, 0.95).toFixed(0)} ms`,
  `${Math.max(...frames).toFixed(0)} ms`,
];

/**
 * Measures the calendar in Chromium, with the built bundle and PostgreSQL: 80 interpreters with 2,000 shifts in a week.
 * Returns whether the targets are met.
 */
export async function benchCalendar(say: (line: string) => void): Promise<boolean> {
  const work = mkdtempSync(join(tmpdir(), 'signboard-bench-calendar-'));
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  execFileSync(process.execPath, [join(repository, 'scripts/build-tenants.ts'), '--out', join(work, 'dist'), tenant]);
  const served = await serve({
    dist: join(work, 'dist'),
    dataFolder: work,
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    report: () => undefined,
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { tenant: manifest } = await loadTenant(tenant);
    const url = served.urlOf(tenant);
    const page = await signIn(browser, url, signInEmail(manifest, 'manager'));
    const client = new pg.Client(databaseUrl.replace(/\/([^/?]+)(?=\?)/, `/$1_${tenant}`));
    await client.connect();
    const text = readFileSync(join(import.meta.dirname, 'calendarWeeks.sql'), 'utf8');
    await client.query(text.replaceAll('{monday}', monday).replaceAll('{zone}', manifest.timeZone));
    await client.end();

    const months: Awaited<ReturnType<typeof openMonth>>[] = [];
    for (let run = 0; run < runs; run += 1) months.push(await openMonth(page, url));
    const month = median(months.map(({ drawn }) => drawn));
    const answer = median(months.map((one) => one.answer));
    say(`A month is shown ${month.toFixed(0)} ms after its data`);

    await page.goto(`${url}dashboard/calendar?view=week&day=${monday}`);
    await page.locator('[data-shift]').nth(50).waitFor();
    const scrolled = await workOf(page, () => scroll(page));
    await page.evaluate(() => document.querySelector('[role="grid"]')?.scrollTo(0, 0));
    await page.waitForTimeout(300);
    const dragged = await workOf(page, () => drag(page));
    say(`Long tasks: ${scrolled.longTasks.length} while scrolling, ${dragged.longTasks.length} while dragging`);

    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: repository,
      encoding: 'utf8',
    });
    const slowest = Math.max(...months.map(({ drawn }) => drawn));
    const isMet = month < aim.month;
    writeSection(`# Calendar performance

Written by \`npm run bench -- calendar\`: the built bundle in Chromium without a graphics card, the server and PostgreSQL on the same machine.
80 interpreters have 2,000 shifts in each week; all are on one page of people.

- ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Chromium ${browser.version()}, commit ${commit.trim()}

| the month (${((months[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB of shifts, response in ${answer.toFixed(0)} ms) | median of ${runs} | slowest | target |  |
| --- | ---: | ---: | ---: | --- |
| from the last byte to the frame that shows it | ${month.toFixed(0)} ms | ${slowest.toFixed(0)} ms | ${aim.month} ms | ${isMet ? 'pass' : '**miss**'} |

| the week | tasks over ${aim.longTask} ms | longest | frames, 95 % within | slowest frame |
| --- | ---: | ---: | ---: | ---: |
| scrolled from the first lane to the last and back | ${figures(scrolled).join(' | ')} |
| a shift dragged across, down and back | ${figures(dragged).join(' | ')} |
`);
    return isMet && [...scrolled.longTasks, ...dragged.longTasks].length === 0;
  } finally {
    await browser.close();
    await served.close();
    await postgres.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
