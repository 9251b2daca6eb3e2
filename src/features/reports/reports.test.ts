import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Figures, StatisticsObjects } from '../../../contract/figures.ts';
import { reportColumns } from '../../../contract/figureNames.ts';
import { languages } from '../../../contract/languages.ts';
import { manager, problem } from '../../../tests/support/fakeBackend.ts';
import { openSignedIn, testTenant, backendOfFile } from '../../../tests/support/renderApp.ts';
import { figureKeys } from './measures.ts';

const backend = backendOfFile();

const figures = (requests: number): Figures => ({
  requests,
  answered: requests - 2,
  abandoned: 2,
  waiting: 0,
  unknown: 0,
  average_waiting: 21,
  service_level: 87.5,
  average_duration: 675,
  total_duration: 675 * (requests - 2),
  average_feedback: 4.25,
  feedback_count: 4,
});

/** Ten requests a day in May 2024, five before. */
function answer(query: string): StatisticsObjects {
  const asked = new URLSearchParams(query);
  const from_day = asked.get('from_day') ?? '';
  const to_day = asked.get('to_day') ?? '';
  const a = from_day >= '2024-05' ? 10 : 5;
  const days = (Date.parse(to_day) - Date.parse(from_day)) / 86_400_000 + 1;
  const dayAt = (at: number) => new Date(Date.parse(from_day) + at * 86_400_000).toISOString().slice(0, 10);
  return {
    from_day,
    to_day,
    time_zone: 'Europe/Tallinn',
    scope: 'all',
    interval: asked.get('interval') as 'days',
    service_level_seconds: 30,
    results: Array.from({ length: days }, (_, at) => ({ from_day: dayAt(at), to_day: dayAt(at), ...figures(a) })),
    totals: { ...figures(a * days), service_level: from_day >= '2024-05' ? 87.5 : 90 },
  };
}

const week = 'period=custom&from_day=2024-05-08&to_day=2024-05-14';
const partner = { id: '00000000000000000000000c', name: 'City library' };

async function open(query: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  // English without a country.
  const tenant = { ...testTenant, country: null };
  await openSignedIn(`/dashboard/reports?${query}`, backend, { tenant, ...options });
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  return userEvent.setup();
}

const main = () => within(screen.getByRole('main'));
const asked = () => backend.callsTo('statistics/').map(({ query }) => decodeURIComponent(query));
const tile = async (label: string) =>
  (await main().findByRole('heading', { level: 3, name: label })).parentElement as HTMLElement;

beforeAll(async () => {
  // jsdom has no canvas; echarts then estimates the width of texts.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  Object.defineProperties(HTMLElement.prototype, { clientWidth: { value: 600 }, clientHeight: { value: 300 } });
});
beforeEach(() => {
  backend.answers.set('GET statistics/', ({ query }) => ({ body: answer(query) }));
  backend.answers.set('GET partners/', { body: { count: 1, results: [partner] } });
  backend.answers.set(`GET partners/${partner.id}/`, { body: partner });
});

// R67
describe('the reports', () => {
  // R67
  test('show every figure of the period with that of the period before, range and zone beside them', async () => {
    await open(week);
    expect(await main().findByText('08-05-2024 – 14-05-2024', { selector: 'bdi' })).toBeInTheDocument();
    expect(main().getByText('Eastern European Time', { selector: 'span' })).toBeInTheDocument();
    expect(main().getByText('Compared with 01-05-2024 – 07-05-2024')).toBeInTheDocument();
    await waitFor(async () => expect(await tile('Requests')).toHaveTextContent('70'));
    expect(await tile('Service level')).toHaveTextContent('87.5');
    await open('period=custom&from_day=2024-05-01&to_day=2024-05-07');
    await waitFor(async () => expect(await tile('Requests')).toHaveTextContent('70+100.0 %Before: 35'));
    expect(await tile('Service level')).toHaveTextContent('87.5 %−2.5 ppworseBefore: 90.0 %');
    expect(asked().slice(-2).toSorted()).toEqual([
      '?from_day=2024-04-24&to_day=2024-04-30&interval=days&output=objects',
      '?from_day=2024-05-01&to_day=2024-05-07&interval=days&output=objects',
    ]);
  });

  test('lead from each figure to the lists behind it, narrowed alike', async () => {
    await open(`${week}&session_mode=VRI,site&partner=${partner.id}`);
    const live = await main().findByRole('link', { name: 'Answered' });
    const href = new URL((live as HTMLAnchorElement).href);
    expect(href.pathname).toBe('/dashboard/offline');
    expect(Object.fromEntries(href.searchParams)).toEqual({
      from_day: '2024-05-08',
      to_day: '2024-05-14',
      session_mode: 'VRI',
      location_type: 'site',
      partner: partner.id,
      outcome: 'answered',
    });
    // Online requests are never on site: without that filter there are two lists.
    await open(week);
    const online = await main().findByRole('link', { name: 'Average feedback: Online' });
    expect(online).toHaveAttribute('href', '/dashboard/online?from_day=2024-05-08&to_day=2024-05-14&rated=true');
    expect(main().getByRole('link', { name: 'Average feedback: Live' })).toBeInTheDocument();
  });

  test('have headings: the totals, and each figure of theirs', async () => {
    await open(week);
    expect(await main().findByRole('heading', { level: 2, name: 'Totals' })).toBeInTheDocument();
    const headings = main()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(expect.arrayContaining(['Requests', 'Average waiting time', 'Average feedback']));
  });

  // R95, R96
  test('are shown as bars or areas, described in a text, and read with arrow keys', async () => {
    const user = await open(week);
    const chart = await main().findByRole('slider', { name: 'Chart: Requests' });
    expect(chart).toHaveAccessibleDescription(/^Totals: 70\. Highest: 10/);
    expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Tue 14-05-2024, Requests 10, Answered 8/));
    chart.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() =>
      expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Mon 13-05-2024, Requests 10/)),
    );
    await user.click(main().getByRole('radio', { name: 'Area' }));
    await waitFor(() => expect(location.search).toContain('chart=area'));
    await user.click(main().getByRole('radio', { name: 'Weeks' }));
    await waitFor(() => expect(asked().at(-1)).toContain('interval=weeks'));
    history.back();
    await waitFor(() => expect(location.search).not.toContain('interval'));
  });

  // R97
  test('are listed in a table with totals, and can be printed', async () => {
    const user = await open(week);
    const table = await main().findByRole('table');
    const rows = within(table).getAllByRole('row');
    expect(rows).toHaveLength(9);
    expect([...(rows[1]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '08-05-2024',
      '08-05-2024',
      '10',
      '8',
      '2',
      '0',
      '0',
      '0:21',
      '87.5',
      '11:15',
      '90:00',
      '4.25',
      '4',
    ]);
    expect(rows[8]).toHaveTextContent(/^Totals70682/);
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    await user.click(main().getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  // R94
  test('keep period and filters in the address: a preset, a custom range, a partner found by name', async () => {
    const user = await open('');
    await user.click(await main().findByRole('button', { name: 'Period: Last 30 days' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Last year' }));
    await waitFor(() => expect(location.search).toBe('?period=last_year'));
    await user.click(await main().findByRole('button', { name: 'Period: Last year' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Custom range…' }));
    const from = await screen.findByRole('textbox', { name: 'From' });
    const to = screen.getByRole('textbox', { name: 'To' });
    await user.clear(from);
    await user.type(from, '14-05-2024');
    await user.clear(to);
    await user.type(to, '08-05-2024{Enter}');
    expect(await screen.findByText('Please check dates')).toBeInTheDocument();
    await user.clear(from);
    await user.type(from, '01-05-2024{Enter}');
    await waitFor(() => expect(location.search).toBe('?period=custom&from_day=2024-05-01&to_day=2024-05-08'));
    await user.click(await main().findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Partner…' }));
    await user.type(await screen.findByRole('combobox', { name: 'Find a partner' }), 'lib');
    await waitFor(() => expect(backend.callsTo('partners/').at(-1)?.query).toContain('search=lib'));
    await user.click(await screen.findByRole('option', { name: /City library/ }));
    expect(await main().findByRole('button', { name: 'Remove filter Partner: City library' })).toBeInTheDocument();
    expect(location.search).toContain(`partner=${partner.id}`);
    await waitFor(() => expect(asked().at(-1)).toContain(`partner[]=${partner.id}`));
  });

  test('show that there is no data, and what failed', async () => {
    backend.answers.set('GET statistics/', ({ query }) => ({
      body: { ...answer(query), totals: { ...figures(2), requests: 0 } },
    }));
    await open(week);
    expect(await main().findByRole('heading', { name: 'No requests in this period' })).toBeInTheDocument();
    backend.answers.set('GET statistics/', problem('forbidden'));
    await open(week);
    expect(await main().findByRole('heading', { name: 'The figures could not be loaded' })).toBeInTheDocument();
    expect(main().getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  test('have no feedback, channel or department if the deployment has none, and no filter by people for interpreters', async () => {
    const flags = { ...testTenant.flags, feedback: false, live: false, relay: false, departments: false };
    const user = {
      ...manager,
      role: 'interpreter' as const,
      verdicts: { ...manager.verdicts, overview: 'own' as const, users: false },
    };
    const acts = await open(week, { user, tenant: { ...testTenant, flags } });
    expect(await main().findByText('Your own figures')).toBeInTheDocument();
    const requests = await main().findByRole('link', { name: 'Requests' });
    expect(requests).toHaveAttribute('href', '/dashboard/online?from_day=2024-05-08&to_day=2024-05-14');
    expect(main().queryByText('Average feedback')).toBeNull();
    await acts.click(main().getByRole('button', { name: 'Filter' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Partner…',
      'Partner category…',
    ]);
  });

  // R98
  test('are downloaded as files, which can be cancelled; a failure shows its reason', async () => {
    const saved: string[] = [];
    URL.createObjectURL = (file) => {
      // jsdom's blobs have no method to read them.
      Object.assign(Object.getPrototypeOf(file), {
        text(this: Blob) {
          const reader = new FileReader();
          reader.readAsText(this);
          return new Promise((done) => reader.addEventListener('load', () => done(reader.result)));
        },
      });
      return 'blob:1';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const user = await open(`${week}&partner=${partner.id}`);
    const choose = async (name: string) => {
      await user.click(await main().findByRole('button', { name: 'Download' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('PDF, Download these figures');
    await screen.findByText('statistics.pdf was saved');
    for (const part of ['output=pdf', 'interval=days', `partner[]=${partner.id}`])
      expect(asked().at(-1)).toContain(part);
    backend.answers.set('GET report/', problem('export_too_large', { values: { rows: '12000', limit: '10000' } }));
    await choose('DOCX, Download every request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Fetching report.docx' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/too many rows for such a file/);
    expect(backend.callsTo('report/').at(-1)?.query).not.toContain('interval');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual(['statistics.pdf']);
  });

  test('have files with the columns that were chosen the last time; without names, ratings and notes for a partner', async () => {
    backend.answers.set('GET report/', problem('export_too_large', { values: { rows: '12000', limit: '10000' } }));
    let user = await open(`${week}&partner=${partner.id}`);
    const columns = async () => {
      await user.click(await main().findByRole('button', { name: 'Download' }));
      await user.click(await screen.findByRole('menuitem', { name: 'CSV, Download every request' }));
      await screen.findByRole('alert');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return new URLSearchParams(backend.callsTo('report/').at(-1)?.query).getAll('columns[]');
    };
    const personal = ['customer', 'interpreter', 'rating', 'note'];
    const safe = await columns();
    expect(safe).toEqual(expect.arrayContaining(['day', 'partner', 'outcome']));
    for (const column of personal) expect(safe).not.toContain(column);
    await user.click(main().getByRole('button', { name: 'Columns of the report for a partner' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Note' }));
    await user.keyboard('{Escape}');
    user = await open(week);
    expect(await columns()).toEqual(expect.arrayContaining([...safe, ...personal]));
    user = await open(`${week}&partner=${partner.id}`);
    expect((await columns()).filter((column) => personal.includes(column))).toEqual(['note']);
  });
});

test('the columns are called as in the files, in every language', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  for (const language of languages) {
    const page = read(`src/i18n/locales/${language}/reports.json`);
    const { column } = read(`src/i18n/locales/${language}/node/figures.json`);
    for (const key of figureKeys) expect([language, page.figures[key]]).toEqual([language, column[key]]);
    for (const key of reportColumns) expect([language, page.columns[key]]).toEqual([language, column[key]]);
    expect([page.from, page.to]).toEqual([column.from_day, column.to_day]);
  }
});
