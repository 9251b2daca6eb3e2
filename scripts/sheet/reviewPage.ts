import { html, type Html } from '../../server/html.ts';
import { type Change, keyOf, type Verdict } from './changes.ts';
import { sizes } from './pictures.ts';
import { counted } from '../lib/counted.ts';

const pageNames = {
  'sign-in': 'Sign-in',
  overview: 'Overview',
  calendar: 'Calendar',
  list: 'List of users',
  record: 'Page of a user',
  reports: 'Reports',
  mail: 'E-mail',
} as const;

const sizeNames = { desk: 'desktop', phone: 'phone' } as const;

const keysOf = (changes: readonly Change[]) => changes.map(keyOf).join(' ');

/** Two buttons for several changes. `what` completes the sentence that screen readers read. */
function decideAll(changes: readonly Change[], what: string): Html {
  const count = changes.length === 1 ? '' : ` all ${changes.length}`;
  return html`<span class="decide"
    ><button type="button" data-verdict="accepted" data-keys="${keysOf(changes)}">
      Accept${count}<span class="hidden"> ${what}</span></button
    ><button type="button" data-verdict="rejected" data-keys="${keysOf(changes)}">
      Reject${count}<span class="hidden"> ${what}</span>
    </button></span
  >`;
}

function pictureHtml(change: Change, kind: 'before' | 'after' | 'difference', caption: string): Html {
  const { width, height } = sizes[change.picture.size];
  if (kind === 'before' && change.isNew)
    return html`<figure>
      <div class="none ${change.picture.size}">No picture yet</div>
      <figcaption>${caption}</figcaption>
    </figure>`;
  const label = `${caption}: ${change.id}, ${pageNames[change.picture.page]}, ${sizeNames[change.picture.size]}, ${change.picture.palette}`;
  return html`<figure>
    <img src="/pictures/${keyOf(change)}/${kind}" alt="${label}" width="${width}" height="${height}" loading="lazy" />
    <figcaption>${caption}</figcaption>
  </figure>`;
}

function changeHtml(change: Change, verdict: Verdict): Html {
  const { id, picture, share, isNew } = change;
  const key = keyOf(change);
  const what = `${id}, ${picture.palette}`;
  return html`<li class="change ${picture.size}" data-change="${key}" data-state="${verdict}">
    <div class="head">
      <h3>${what}</h3>
      <span class="muted">${isNew ? 'new' : `${(share * 100).toFixed(2)} % of the pixels`}</span>
      <span class="state" role="status"></span>
      <span class="decide"
        ><button type="button" data-verdict="accepted" data-keys="${key}" aria-pressed="false">
          Accept<span class="hidden"> ${what}</span></button
        ><button type="button" data-verdict="rejected" data-keys="${key}" aria-pressed="false">
          Reject<span class="hidden"> ${what}</span>
        </button></span
      >
    </div>
    <div class="pictures">
      ${pictureHtml(change, 'before', 'Before')}${pictureHtml(change, 'after', 'After')}${pictureHtml(change, 'difference', 'Difference')}
    </div>
  </li>`;
}

function groupHtml(group: readonly Change[], index: number, of: (change: Change) => Verdict): Html {
  const [first] = group;
  if (!first) return html``;
  const ids = new Set(group.map(({ id }) => id));
  const title = `${pageNames[first.picture.page]}, ${sizeNames[first.picture.size]}`;
  const what = `similar changes of ${title}`;
  return html`<section aria-label="Group ${index + 1}: ${title}">
    <div class="head">
      <h2>${title}</h2>
      <span class="muted"
        >${
          group.length === 1
            ? '1 picture'
            : `${group.length} similar changes in ${counted(ids.size, 'deployment', 'deployments')}`
        }</span
      >
      ${group.length > 1 ? decideAll(group, what) : ''}
    </div>
    <ul>
      ${group.map((change) => changeHtml(change, of(change)))}
    </ul>
  </section>`;
}

/**
 * The body of the review.
 * @param only the deployment that is shown; null for all
 * @param changes every change of the review, shown or not
 */
export function reviewBody({
  groups,
  ids,
  only,
  of,
  changes,
}: {
  groups: readonly (readonly Change[])[];
  ids: readonly string[];
  only: string | null;
  of: (change: Change) => Verdict;
  changes: readonly Change[];
}): Html {
  const ofId = (id: string) => changes.filter((change) => change.id === id);
  return html`<header class="bar">
      <h1>Contact sheet</h1>
      <p id="progress" role="status" class="muted"></p>
      <button type="button" class="primary" id="finish">Finish the review</button>
    </header>
    <main>
      <p id="error" role="alert" class="error" hidden></p>
      <section aria-label="Deployments">
        <div class="head">
          <h2>${counted(ids.length, 'deployment looks', 'deployments look')} different</h2>
          ${
            only
              ? html`<a href="/">Show all deployments</a>`
              : html`<span class="muted"
                  >${counted(changes.length, 'picture differs', 'pictures differ')} from the accepted ones. Accepted
                  pictures are written to docs/sheet at once.</span
                >`
          }
        </div>
        <ul class="tenants">
          ${ids.map(
            (id) =>
              html`<li>
                <a href="/?tenant=${id}" ${only === id ? html`aria-current="page"` : ''}>${id}</a>
                <span class="muted" data-left="${keysOf(ofId(id))}"></span>
                ${decideAll(ofId(id), `pictures of ${id}`)}
              </li>`,
          )}
        </ul>
      </section>
      ${groups.map((group, index) => groupHtml(group, index, of))}
    </main>`;
}
