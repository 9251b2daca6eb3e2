import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumPath } from '../../scripts/lib/chromium.ts';
import { serve } from '../../scripts/serve/serve.ts';
import { signInEmail } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import { addDays } from '../../server/schedule/wallTime.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { startPostgres } from '../support/postgres.ts';
import { writeSection } from './writeSection.ts';
import { machine, median, quantile } from './measure.ts';

const repository = resolve(import.meta.dirname, '../..');
const tenant = 'dev';
/** A Monday with six following weeks; its month is opened. */
const monday = '2030-07-01';
const aim = { month: 300, longTask: 50, page: 50 };
const runs = 5;
/** How often a page of lanes is read. */
const reads = 200;

/** The load of the page's main thread: tasks of over 50 ms, and the intervals between frames, in milliseconds. */
type Work = { longTasks: number[]; frames: number[] };

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

/** The times of reading a page of 25 lanes of the week in the browser, one after another, in milliseconds. */
function readLanes(page: Page): Promise<number[]> {
  const week = `from_day=${monday}&to_day=${addDays(monday, 6)}`;
  return page.evaluate(
    async ({ path, count }) => {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { token: string };
      const times: number[] = [];
      for (let read = 0; read < 2 * count; read += 1) {
        const before = performance.now();
        const response = await fetch(`${path}&page=${1 + (read % 16)}`, {
          headers: { authorization: `Token ${token}` },
        });
        await response.json();
        times.push(performance.now() - before);
      }
      // After as many warm-up calls.
      return times.slice(count);
    },
    { path: `/api/calendar/?${week}&page_size=25`, count: reads },
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

/** Drags a shift or a booking across the week, down until the lanes scroll, and back. */
async function drag(page: Page, chip: string): Promise<void> {
  await page.evaluate(() => document.querySelector('[role="grid"]')?.scrollTo(0, 0));
  await page.waitForTimeout(300);
  const box = await page.locator(chip).nth(3).boundingBox();
  if (!box) throw new Error(`There is no ${chip} to drag.`);
  // The first line of a shift: bookings are below it.
  const [x, y] = [box.x + box.width / 2, box.y + 6];
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
 * Measures the calendar in Chromium, with the built bundle and PostgreSQL: 400 interpreters with 3,000 shifts and 3,000 bookings in a week.
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
    const answer = median(months.map((figures) => figures.answer));
    say(`A month is shown ${month.toFixed(0)} ms after its data`);

    const lanes = await readLanes(page);
    const [usual, p99] = [median(lanes), quantile(lanes, 0.99)];
    say(`A page of 25 lanes takes ${p99.toFixed(0)} ms (p99)`);

    await page.goto(`${url}dashboard/calendar?view=week&day=${monday}&page_size=100`);
    await page.locator('[data-shift]').nth(50).waitFor();
    const scrolled = await workOf(page, () => scroll(page));
    const shiftDragged = await workOf(page, () =>
      drag(page, '[data-shift][data-state="enabled"]:not([data-external])'),
    );
    const bookingDragged = await workOf(page, () => drag(page, '[role="gridcell"] a[data-stop]'));
    const dragged = [...shiftDragged.longTasks, ...bookingDragged.longTasks];
    say(`Long tasks: ${scrolled.longTasks.length} while scrolling, ${dragged.length} while dragging`);

    const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], {
      cwd: repository,
      encoding: 'utf8',
    });
    const slowest = Math.max(...months.map(({ drawn }) => drawn));
    const isMet = month < aim.month;
    const areLanesMet = p99 < aim.page;
    writeSection(`# Calendar performance

Written by \`npm run bench -- calendar\`: the built bundle in Chromium without a graphics card, the server and PostgreSQL on the same machine.
400 interpreters have 3,000 shifts and as many bookings in each week; 100 of them are on the page that is scrolled.

- ${machine}, Chromium ${browser.version()}, commit ${commit.trim()}

| the month (${((months[0]?.bytes ?? 0) / 1e3).toFixed(0)} kB of hours, response in ${answer.toFixed(0)} ms) | median of ${runs} | slowest | target |  |
| --- | ---: | ---: | ---: | --- |
| from the last byte to the frame that shows it | ${month.toFixed(0)} ms | ${slowest.toFixed(0)} ms | ${aim.month} ms | ${isMet ? 'pass' : '**miss**'} |

| the week | median | p99 of ${reads} | target |  |
| --- | ---: | ---: | ---: | --- |
| a page of 25 lanes, read one after another in the browser | ${usual.toFixed(0)} ms | ${p99.toFixed(0)} ms | ${aim.page} ms | ${areLanesMet ? 'pass' : '**miss**'} |

| the week | tasks over ${aim.longTask} ms | longest | frames, 95 % within | slowest frame |
| --- | ---: | ---: | ---: | ---: |
| scrolled from the first lane to the last and back | ${figures(scrolled).join(' | ')} |
| a shift dragged across, down and back | ${figures(shiftDragged).join(' | ')} |
| a booking dragged across, down and back | ${figures(bookingDragged).join(' | ')} |
`);
    return isMet && areLanesMet && [...scrolled.longTasks, ...dragged].length === 0;
  } finally {
    await browser.close();
    await served.close();
    await postgres.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
