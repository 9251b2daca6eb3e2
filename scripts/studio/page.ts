import { type ManifestFlag, manifestFlags } from '../../contract/flags.ts';
import { languages } from '../../contract/languages.ts';
import { html, Html, escapeHtml } from '../../server/html.ts';
import { drawing } from '../../src/tenant/brandLines.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import type { Subject } from './draft.ts';

/** The colours of a manifest in words for people who do not write code. */
const colours = [
  { field: 'accent', label: 'Main colour', help: 'Buttons, links and the entry of the menu in use.', automatic: null },
  {
    field: 'accentDark',
    label: 'Main colour in dark mode',
    help: 'The same, on dark grounds.',
    automatic: 'Lightened from the main colour',
  },
  { field: 'highlight', label: 'Second colour', help: 'The drawing on the sign-in page, and charts.', automatic: null },
  {
    field: 'panel',
    label: 'Panel of the sign-in page',
    help: 'The large area beside the sign-in form.',
    automatic: 'A dark shade of the main colour',
  },
  {
    field: 'neutral',
    label: 'Tint of grounds and texts',
    help: 'Greys get a touch of this colour.',
    automatic: 'The hue of the main colour',
  },
  { field: 'progress', label: 'Loading bar', help: 'The thin bar at the top while a page loads.', automatic: null },
] as const;

const logos = [
  { kind: 'light', label: 'Logo on light grounds' },
  { kind: 'dark', label: 'Logo on dark grounds' },
  { kind: 'icon', label: 'Square icon' },
] as const;

const features: Record<ManifestFlag, [label: string, help: string]> = {
  twoFactor: ['Code by e-mail', 'Sign-in asks for six digits from an e-mail.'],
  nationalId: ['National ID', 'People can sign in with their national ID.'],
  registration: ['Registration', 'People can register themselves.'],
  demoAuth: ['Demo sign-in', 'For demonstrations on a test system only.'],
  online: ['Online interpretations', 'Interpretations by video.'],
  live: ['On-site interpretations', 'Interpretations at a place.'],
  relay: ['Relay calls', 'Phone calls through an interpreter, with their own queue.'],
  transcription: ['Transcription', 'Speech as text, and captions.'],
  recordings: ['Recordings', 'Interpretations can be recorded and watched.'],
  reservations: ['Reservations', 'Interpreters can be booked in advance.'],
  emergencySchedules: ['Emergency schedules', 'Rosters for emergency calls.'],
  absences: ['Absences', 'Illness and leave of interpreters.'],
  queues: ['Queues', 'Priorities of waiting calls.'],
  departments: ['Departments', 'People and reports are grouped by department.'],
  videos: ['Partner videos', 'Videos on the pages of partners.'],
  sliders: ['Slider images', 'Large images at the top of the app.'],
  feedback: ['Feedback', 'Ratings after an interpretation.'],
};

const pages = [
  ['/auth/login', 'Sign-in'],
  ['/dashboard', 'Overview'],
  ['/dashboard/calendar', 'Calendar'],
  ['/dashboard/users', 'List of users'],
  ['/dashboard/reports', 'Reports'],
] as const;

const views = [
  ['all', 'All'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['phone', 'Phone'],
  ['mail', 'E-mail'],
  ['pdf', 'PDF'],
  ['qr', 'QR code'],
] as const;

function colourRow({ field, label, help, automatic }: (typeof colours)[number]): Html {
  return html`<li class="colour" data-field="${field}">
    <div class="row">
      <input type="color" id="colour-${field}" aria-describedby="help-${field} hint-${field}" />
      <div class="words">
        <label for="colour-${field}">${label}</label>
        <p class="muted small" id="help-${field}">${help}</p>
      </div>
      <input
        type="text"
        class="hex"
        aria-label="${label}, as six digits"
        maxlength="7"
        spellcheck="false"
        autocomplete="off"
      />
    </div>
    ${
      automatic
        ? html`<label class="check small"
            ><input type="checkbox" data-automatic="${field}" /> ${automatic}<span class="hidden">
              (${label})</span
            ></label
          >`
        : ''
    }
    <div class="hint" id="hint-${field}" aria-live="polite"></div>
  </li>`;
}

function drawingChoice(lines: readonly string[], index: number): Html {
  const paths = new Html(
    lines
      .map(
        (line, at) =>
          `<path d="${escapeHtml(line)}" opacity="${(0.12 + 0.78 * (at / lines.length) ** 1.6).toFixed(3)}"/>`,
      )
      .join(''),
  );
  const label = index === 0 ? 'Drawing of the brand name' : `Drawing ${index}`;
  return html`<label class="drawing"
    ><input type="radio" name="drawing" value="${index}" /><span class="hidden">${label}</span
    ><svg viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      ${paths}
    </svg></label
  >`;
}

function logoRow({ kind, label }: (typeof logos)[number]): Html {
  return html`<li class="logo" data-logo="${kind}">
    <img src="/preview/logo/${kind}" alt="Current: ${label}" class="${kind}" />
    <div class="words">
      <label for="logo-${kind}">${label}</label>
      <input type="file" id="logo-${kind}" accept=".svg,image/svg+xml" aria-describedby="hint-logo-${kind}" />
    </div>
    <div class="hint" id="hint-logo-${kind}" aria-live="polite"></div>
  </li>`;
}

function editor({ saved }: Subject, drawings: readonly string[][]): Html {
  return html`<form id="editor" class="editor" aria-label="Brand" autocomplete="off" novalidate>
    <details open>
      <summary><h2>Colours</h2></summary>
      <ul>
        ${colours.map(colourRow)}
      </ul>
      <button type="button" id="propose">Propose colours from the logo</button>
      <p class="hint" id="hint-propose" aria-live="polite"></p>
    </details>
    <details open>
      <summary><h2>Drawing of the sign-in page</h2></summary>
      <fieldset>
        <legend class="hidden">Drawing of the sign-in page</legend>
        <div class="drawings">${drawings.map(drawingChoice)}</div>
      </fieldset>
    </details>
    <details open>
      <summary><h2>Logos</h2></summary>
      <p class="muted small">SVG files, at most 30 kB. Drop a file on a logo, or choose one.</p>
      <ul>
        ${logos.map(logoRow)}
      </ul>
    </details>
    <details>
      <summary><h2>Languages</h2></summary>
      <fieldset>
        <legend class="muted small">Languages that people can choose</legend>
        ${languages.map(
          (language) =>
            html`<label class="check"
              ><input type="checkbox" name="language" value="${language}" /> ${factsOf(language).name}</label
            >`,
        )}
      </fieldset>
      <label class="field"
        >Language at the first visit
        <select id="default-language"></select>
      </label>
      <div class="hint" id="hint-languages" aria-live="polite"></div>
    </details>
    <details>
      <summary><h2>Features</h2></summary>
      <fieldset>
        <legend class="muted small">What is off is removed from ${saved.tenant.brand} completely.</legend>
        <ul class="features">
          ${manifestFlags.map(
            (flag) =>
              html`<li>
                <label class="check"
                  ><input type="checkbox" name="flag" value="${flag}" />
                  <span>${features[flag][0]}<span class="muted small">${features[flag][1]}</span></span></label
                >
              </li>`,
          )}
        </ul>
      </fieldset>
    </details>
  </form>`;
}

/** @param isApp whether it shows the app, which people can use there */
function card(view: string, title: string, content: Html, isApp = false): Html {
  return html`<section class="card" data-view="${view}" aria-label="${title}">
    <div class="head">
      <h3>${title}</h3>
      ${
        isApp
          ? html`<button type="button" class="try" data-try="${view}" aria-pressed="false">
              Try it<span class="hidden">: ${title}</span>
            </button>`
          : ''
      }
      <a data-open="${view}" target="_blank" rel="noopener">Open<span class="hidden"> ${title} in a new tab</span></a>
    </div>
    <div class="stage ${view}">${content}</div>
  </section>`;
}

function previews(): Html {
  const frame = (view: string, title: string) => html`<iframe data-frame="${view}" title="${title}"></iframe>`;
  return html`<main class="previews">
    <div class="tools">
      <label class="field"
        >Page
        <select id="page">
          ${pages.map(([path, name]) => html`<option value="${path}">${name}</option>`)}
        </select>
      </label>
      <fieldset class="tabs">
        <legend class="hidden">Previews to show</legend>
        ${views.map(
          ([value, name]) =>
            html`<label
              ><input type="radio" name="view" value="${value}" ${value === 'all' ? html`checked` : ''} />${name}</label
            >`,
        )}
      </fieldset>
      <button type="button" id="reload">Reload the previews</button>
    </div>
    <div class="cards" id="cards">
      ${card('light', 'Light', frame('light', 'The app, light'), true)}
      ${card('dark', 'Dark', frame('dark', 'The app, dark'), true)}
      ${card('phone', 'Phone', frame('phone', 'The app on a phone'), true)}
      ${card('mail', 'E-mail', html`<iframe data-frame="mail" title="An e-mail"></iframe>`)}
      ${card('pdf', 'PDF', html`<canvas id="pdf" role="img" aria-label="The first page of a report"></canvas>`)}
      ${card('qr', 'QR code', html`<img src="/preview/qr" alt="The QR code of a partner: black on white in every brand" />`)}
    </div>
  </main>`;
}

/** The body of the studio's page. @param drawings the lines of each drawing that is offered, first the brand's own */
export function studioBody(subject: Subject, drawings: readonly string[][]): Html {
  const { brand, id } = subject.saved.tenant;
  return html`<header class="bar" id="studio" data-id="${id}">
      <div class="title">
        <h1>${brand}</h1>
        <span class="muted">Brand studio</span>
      </div>
      <p id="status" role="status" class="muted"></p>
      <div class="actions">
        <button type="button" id="undo">Undo</button>
        <button type="button" id="redo">Redo</button>
        <button type="button" id="export">Export as patch</button>
        <button type="button" id="save" class="primary">Save to manifest</button>
      </div>
    </header>
    <div id="message" role="alert" class="message" hidden></div>
    <div class="columns">
      <aside aria-label="Editor">
        <section id="summary" class="summary" aria-label="Checks"></section>
        ${editor(subject, drawings)}
      </aside>
      ${previews()}
    </div>`;
}
