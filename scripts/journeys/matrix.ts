import { html, plainPage } from '../../server/html.ts';

/** The names of Playwright's projects that run all journeys on a deployment, before its id. */
export const journeysPrefix = 'journeys-';

/** The parts of Playwright's JSON report that the matrix needs. */
export type BrowserSuite = { suites?: BrowserSuite[]; specs?: BrowserSpec[] };
type BrowserSpec = {
  title: string;
  file: string;
  tests: { projectName: string; status: string; annotations: { type: string; description?: string }[] }[];
};

/** How a journey ended on a deployment; `reason` says why it was skipped. */
export type Outcome = { state: 'passed' | 'failed' | 'skipped'; reason?: string };
export type JourneyRow = { file: string; title: string; outcomes: Map<string, Outcome> };
/** Journeys by deployment, both in the order of the report. */
export type JourneyMatrix = { ids: string[]; rows: JourneyRow[] };

function specsOf({ suites = [], specs = [] }: BrowserSuite): BrowserSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function outcomeOf({ status, annotations }: BrowserSpec['tests'][number]): Outcome {
  if (status !== 'skipped') return { state: status === 'unexpected' ? 'failed' : 'passed' };
  const reason = annotations.find(({ type }) => type === 'skip')?.description;
  // The run was stopped before this journey.
  return reason ? { state: 'skipped', reason } : { state: 'failed', reason: 'did not run' };
}

/** The journeys of a report by the deployment on which they ran. Other browser tests are left out. */
export function journeyMatrix(report: BrowserSuite): JourneyMatrix {
  const rows = new Map<string, JourneyRow>();
  const ids = new Set<string>();
  for (const { file, title, tests } of specsOf(report))
    for (const test of tests) {
      if (!test.projectName.startsWith(journeysPrefix)) continue;
      const id = test.projectName.slice(journeysPrefix.length);
      const row = rows.get(`${file} ${title}`) ?? { file, title, outcomes: new Map() };
      rows.set(`${file} ${title}`, row);
      row.outcomes.set(id, outcomeOf(test));
      ids.add(id);
    }
  return { ids: [...ids], rows: [...rows.values()] };
}

const titleWidth = 72;
const shortened = (text: string) => (text.length > titleWidth ? `${text.slice(0, titleWidth - 1)}…` : text);

function countsOf({ rows }: JourneyMatrix, id: string): string {
  const states = rows.map(({ outcomes }) => outcomes.get(id)?.state);
  const count = (wanted: Outcome['state']) => states.filter((state) => state === wanted).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

/** The matrix as text: a line per journey, a column per deployment, and a line per deployment with its counts. */
export function matrixText(matrix: JourneyMatrix): string {
  const { ids, rows } = matrix;
  const line = (first: string, cells: string[]) =>
    [first.padEnd(titleWidth), ...cells.map((cell, at) => cell.padEnd(Math.max(7, ids[at]?.length ?? 0)))]
      .join('  ')
      .trimEnd();
  const files = Map.groupBy(rows, ({ file }) => file);
  return [
    line('', ids),
    ...[...files].flatMap(([file, journeys]) => [
      file,
      ...journeys.map(({ title, outcomes }) =>
        line(
          `  ${shortened(title)}`.slice(0, titleWidth),
          ids.map((id) => outcomes.get(id)?.state ?? ''),
        ),
      ),
    ]),
    '',
    ...ids.map((id) => `${id}: ${countsOf(matrix, id)}`),
  ].join('\n');
}

const style = `
body{max-width:none}th[scope=row]{font-weight:400;min-width:280px}td{font-size:14px}
.failed{font-weight:700;color:#c2410c}.skipped{color:var(--muted)}
`;

/** The matrix as a page, with the reason of each skipped journey. */
export function matrixPage(matrix: JourneyMatrix): string {
  const { ids, rows } = matrix;
  const files = Map.groupBy(rows, ({ file }) => file);
  const cellOf = (outcome?: Outcome) =>
    outcome
      ? html`<td class="${outcome.state}">${outcome.state}${outcome.reason ? `: ${outcome.reason}` : ''}</td>`
      : html`<td></td>`;
  const body = html`<h1>Journeys by deployment</h1>
    <ul>
      ${ids.map((id) => html`<li>${id}: ${countsOf(matrix, id)}</li>`)}
    </ul>
    <p><a href="report/index.html">Steps, screenshots and traces</a></p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Journey</th>
            ${ids.map((id) => html`<th scope="col">${id}</th>`)}
          </tr>
        </thead>
        ${[...files].map(
          ([file, journeys]) =>
            html`<tbody>
              <tr>
                <th colspan="${ids.length + 1}" scope="rowgroup">${file}</th>
              </tr>
              ${journeys.map(
                ({ title, outcomes }) =>
                  html`<tr>
                    <th scope="row">${title}</th>
                    ${ids.map((id) => cellOf(outcomes.get(id)))}
                  </tr>`,
              )}
            </tbody>`,
        )}
      </table>
    </div>`;
  return plainPage('Journeys by deployment', body, { style }).text;
}
