import { createHash } from 'node:crypto';
import { Html, html, plainPage } from '../../server/html.ts';
import { checksOf, fleetStates, type FleetRow, type FleetState, markOf, shortDigest, stateOf } from './fleetRow.ts';
import { fleetScript } from './fleetScript.ts';
import { fleetStyle } from './fleetStyle.ts';
import type { Finding } from './live.ts';
import { counted } from '../lib/counted.ts';

const signs = { good: '✓', warning: '!', bad: '✕', unknown: '?' } as const satisfies Record<Finding['state'], string>;
const stateNames = { good: 'in order', warning: 'attention', bad: 'problem', unknown: 'not known' } as const;

/** How the page is shown: served and refreshed, or a file that stands alone. */
export type FleetView = {
  rows: FleetRow[];
  /** When the rows were read; null while they are read for the first time. */
  readAt: Date | null;
  /** Seconds between refreshes; 0 for a file. */
  refreshSeconds: number;
  /** URL of a deployment's mark. */
  iconOf: (row: FleetRow) => string;
  /** Names and URLs of a deployment's pictures. */
  picturesOf: (id: string) => { name: string; url: string }[];
  /** The command that ships a selection; `{ids}` is replaced. */
  shipCommand: string;
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const moment = (time: Date): string => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function versions(row: FleetRow): Html {
  const { status, live, behind, affected, next } = row;
  const requested = status?.requested?.version ?? null;
  const registry = status?.registry.page?.version ?? shortDigest(row, 'page');
  const running = live.running?.version ?? null;
  const api = live.api.version;
  const cell = (name: string, value: string | null, differs: boolean): Html =>
    html`<div class="${differs ? 'differs' : ''}">
      <dt>${name}</dt>
      <dd>
        ${value ?? '–'}${differs ? html` <span aria-hidden="true">≠</span><span class="vh">, differs</span>` : ''}
      </dd>
    </div>`;
  const notes = [
    ...(api !== null && running !== null && api !== running ? [`API ${api}`] : []),
    ...(next !== null && requested !== null && next !== requested ? [`${next} in the manifest`] : []),
    ...(behind === null ? [] : [behind === 0 ? 'at HEAD' : `${counted(behind, 'commit', 'commits')} behind`]),
    ...(affected === null ? [] : [affected.length > 0 ? 'changed by HEAD' : 'unchanged by HEAD']),
  ];
  return html`<div class="versions">
    <dl>
      ${cell('requested', requested, false)} ${cell('registry', registry, requested !== null && registry !== requested)}
      ${cell('running', running, requested !== null && running !== null && running !== requested)}
    </dl>
    <p>${notes.join(' · ')}</p>
  </div>`;
}

function toned({ state, words }: Finding): Html {
  return html`<span class="${state}"><span class="t">${signs[state]} ${stateNames[state]}</span></span
    >: ${words}`;
}

function fact(name: string, value: Html | string): Html {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`;
}

function differences({ live }: FleetRow): Html[] {
  const { differing } = live.bytes;
  if (differing.length === 0) return [];
  const shown = differing.slice(0, 12).map(({ path, why }) => html`<li><code>${path}</code>: ${why}</li>`);
  const more = differing.length > 12 ? html`<li>and ${differing.length - 12} more</li>` : html``;
  return [
    fact(
      'Differing files',
      html`<ul>
        ${shown}${more}
      </ul>`,
    ),
  ];
}

function suiteFact({ suite }: FleetRow): Html {
  if (!suite) return fact('Browser suite', html`no run here: <code>npm run test:tenants</code>`);
  const { time, passed, failed, skipped, failures } = suite;
  const failing = failures.map((title) => html`<li>${title}</li>`);
  const result: Finding = {
    state: failed > 0 ? 'bad' : 'good',
    words: `${passed} passed, ${failed} failed, ${skipped} skipped, ${moment(new Date(time))}`,
  };
  return fact(
    'Browser suite',
    html`${toned(result)}${
      failing.length > 0
        ? html`<ul>
            ${failing}
          </ul>`
        : ''
    }`,
  );
}

function details(row: FleetRow, { picturesOf }: FleetView): Html {
  const { id, brand, status, affected, live } = row;
  const pictures = picturesOf(id).map(
    ({ name, url }) => html`<img src="${url}" alt="${name} of ${brand}" width="400" height="250" loading="lazy" />`,
  );
  const { requested } = status ?? {};
  return html`<details id="details-${id}">
    <summary id="summary-${id}">Details<span class="vh"> of ${brand}</span></summary>
    <dl class="facts">
      ${checksOf(row).map(([name, finding]) => fact(name, toned(finding)))} ${differences(row)}
      ${status?.advice ? [fact('What to do', status.advice)] : []}
      ${
        requested
          ? [
              fact('Last release', `${requested.act} ${requested.version}, ${moment(new Date(requested.time))}`),
              fact('Commit', html`<code>${requested.commit}</code>`),
              fact('Image', html`<code>${requested.images.page ?? '–'}</code>`),
            ]
          : []
      }
      ${
        affected && affected.length > 0
          ? [
              fact(
                'Changed by HEAD',
                html`<ul>
                  ${affected.map((why) => html`<li>${why}</li>`)}
                </ul>`,
              ),
            ]
          : []
      }
      ${live.api.url ? [fact('Address of the API', live.api.url)] : []} ${suiteFact(row)}
      ${pictures.length > 0 ? [fact('Accepted pictures', html`<div class="pictures">${pictures}</div>`)] : []}
    </dl>
  </details>`;
}

/** Value of the filter "HEAD". */
function headOf({ affected }: FleetRow): string {
  if (affected === null) return 'unknown';
  return affected.length > 0 ? 'changed' : 'unchanged';
}

function rowOf(row: FleetRow, view: FleetView): Html {
  const { id, brand, ring, live, behind, icon } = row;
  const { state, words } = stateOf(row);
  const { name, sign, tone } = fleetStates[state];
  const urgency = String(Object.keys(fleetStates).indexOf(state));
  const running = live.running?.version ?? '';
  const checks = checksOf(row).map(
    ([label, finding]) =>
      html`<li class="${finding.state}" title="${label}: ${finding.words}">
        <i aria-hidden="true">${signs[finding.state]}</i><span class="label">${label}</span
        ><span class="vh">: ${stateNames[finding.state]}</span>
      </li>`,
  );
  const text = plain(`${id} ${brand} ${ring} ${running} ${row.status?.requested?.version ?? ''} ${name}`);
  return html`<li
    class="row ${state}"
    data-id="${id}"
    data-state="${state}"
    data-ring="${ring}"
    data-head="${headOf(row)}"
    data-urgency="${urgency}"
    data-brand="${plain(brand)}"
    data-behind="${behind === null ? '9999999' : String(9_999_999 - behind)}"
    data-running="${running}"
    data-text="${text}"
  >
    <input type="checkbox" id="choose-${id}" aria-label="Select ${brand}" />
    <div class="who">
      <span class="mark">${icon ? html`<img src="${view.iconOf(row)}" alt="" loading="lazy" />` : '?'}</span>
      <div>
        <h2><a id="open-${id}" href="${live.url}">${brand}</a></h2>
        <p>${id} · ${ring}</p>
      </div>
    </div>
    <div class="state ${tone}">
      <span class="sign" aria-hidden="true">${sign}</span>
      <div>
        <b>${name}</b>
        <p>${words}</p>
      </div>
    </div>
    ${versions(row)}
    <ul class="checks">
      ${checks}
    </ul>
    ${details(row, view)}
  </li>`;
}

function tiles(rows: FleetRow[]): Html {
  const counts = new Map<FleetState, number>();
  for (const row of rows) {
    const { state } = stateOf(row);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const shown = (Object.keys(fleetStates) as FleetState[]).filter((state) => counts.has(state));
  return html`<ul class="tiles">
    ${shown.map((state) => {
      const { name, sign, tone } = fleetStates[state];
      return html`<li>
        <button type="button" class="tile ${tone}" id="tile-${state}" data-state="${state}" aria-pressed="false">
          <span class="sign" aria-hidden="true">${sign}</span><span><b>${counts.get(state) ?? 0}</b>${name}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}

function select(name: string, label: string, options: [string, string][]): Html {
  return html`<label
    >${label}<select name="${name}" id="by-${name}">
      ${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select></label
  >`;
}

function tools(rows: FleetRow[]): Html {
  const rings = [...new Set(rows.map(({ ring }) => ring))].toSorted();
  return html`<div class="tools" role="search">
    <label>Search<input type="search" id="search" placeholder="Brand, id, version …" autocomplete="off" /></label>
    ${select('ring', 'Ring', [['', 'All rings'], ...rings.map((ring): [string, string] => [ring, ring])])}
    ${select('head', 'HEAD', [
      ['', 'All'],
      ['changed', 'Changed by HEAD'],
      ['unchanged', 'Unchanged by HEAD'],
      ['unknown', 'Not known'],
    ])}
    ${select('sort', 'Sort by', [
      ['urgency', 'Urgency'],
      ['brand', 'Brand'],
      ['id', 'Id'],
      ['behind', 'Commits behind'],
      ['running', 'Running version'],
    ])}
    <button type="button" class="button" id="all">Select all shown</button>
    <output id="shown" aria-live="polite"></output>
  </div>`;
}

function bar({ shipCommand }: FleetView): Html {
  return html`<section class="bar" aria-label="Selection" data-command="${shipCommand}" hidden>
    <b id="count"></b>
    <code id="command" tabindex="0"></code>
    <button type="button" class="button" id="copy">Copy</button>
    <button type="button" class="button" id="none">Clear</button>
    <span id="copied" role="status"></span>
  </section>`;
}

/** The fleet page: all deployments, with a script that filters, sorts and refreshes them. Loads nothing from elsewhere. */
export function fleetPage(view: FleetView): { headers: Record<string, string>; text: string } {
  const { rows, readAt, refreshSeconds } = view;
  const script = fleetScript(refreshSeconds);
  const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  // Outside of the template, whose formatting would change its hash.
  const element = new Html(`<script>${script}</script>`);
  const read = readAt
    ? `Read at ${moment(readAt)}${refreshSeconds > 0 ? `, again every ${refreshSeconds} seconds` : ''}`
    : 'Reading the registry and every deployment …';
  const body = html`<header class="top">
      <h1>Fleet</h1>
      <p class="muted" id="read">${read}</p>
    </header>
    <main>
      ${tiles(rows)} ${tools(rows)}
      <ul class="rows">
        ${rows.map((row) => rowOf(row, view))}
      </ul>
      <p class="nothing" id="nothing" hidden>No deployment fits. Change the search or the filters.</p>
      <p class="hint">
        “Bytes” compares what the address serves with the files of the shipped image in the registry. “Requested” is the
        last release of the ledger, “registry” what the tag “current” points to, “running” what the page says.
      </p>
    </main>
    ${bar(view)} ${element}`;
  return plainPage('Fleet · Signboard', body, {
    sources: `script-src ${scriptHash}; img-src 'self' data:; connect-src 'self'; `,
    style: fleetStyle,
  });
}

/** The page as a file that stands alone: its policy is in the page, and its pictures too. */
export function fleetFile(
  rows: FleetRow[],
  readAt: Date,
  { shipCommand, picturesOf }: Pick<FleetView, 'shipCommand' | 'picturesOf'>,
): string {
  const { headers, text } = fleetPage({
    rows,
    readAt,
    shipCommand,
    picturesOf,
    refreshSeconds: 0,
    iconOf: (row) => `data:image/svg+xml;base64,${Buffer.from(markOf(row) ?? '').toString('base64')}`,
  });
  const policy = (headers['content-security-policy'] ?? '').replace(/; frame-ancestors [^;]*/, '');
  return text.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
