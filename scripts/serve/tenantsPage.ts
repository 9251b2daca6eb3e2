import { html, plainPage, type Html } from '../../server/html.ts';
import { signInEmail, signInNames, type SignInName } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import type { Page } from './page.ts';

/** A deployment on the page. `loaded` is null when its manifest has errors. */
export type ShownTenant = { id: string; loaded: LoadedTenant | null; isBuilt: boolean; url: string };

const style = `
body{max-width:1240px;padding-top:48px}
h1{font-size:34px;line-height:40px;letter-spacing:-.025em;text-wrap:balance}
h2{margin:40px 0 16px;font-size:15px;line-height:20px;color:var(--muted);font-weight:600}
.lead{max-width:70ch;font-size:17px;line-height:26px}
.how{display:flex;flex-wrap:wrap;gap:12px 40px;margin:24px 0 0;padding:16px 20px;border-radius:12px;background:var(--soft)}
.how dt{font-size:13px;line-height:20px;color:var(--muted)}.how dd{margin:0;font-weight:600}
code{user-select:all}
.error{padding:12px 16px;border-inline-start:4px solid #c2410c;background:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,270px),1fr));gap:20px;align-items:start;margin:0;padding:0;list-style:none}
.card{display:flex;flex-direction:column;border:1px solid var(--line);border-radius:16px;overflow:hidden}
.sign{display:grid;place-items:center;height:124px;padding:0 24px;background:var(--panel,var(--soft));border-bottom:4px solid var(--mark,var(--line))}
.sign img{display:block;width:100%;height:48px;object-fit:contain}
.text{display:flex;flex-direction:column;flex:1;padding:16px 20px 12px}
h3{margin:0;font-size:18px;line-height:24px;letter-spacing:-.01em}
.text p{margin:0;font-size:14px;line-height:20px}
.text p.go{margin:10px 0}
.go a{display:inline-block;padding:2px 0;font-weight:600;overflow-wrap:anywhere}
details{margin-top:auto;border-top:1px solid var(--line);padding-top:6px;font-size:14px}
summary{padding:5px 0;font-weight:600}
details dl{margin:4px 0 8px}details dt{margin-top:8px;font-size:13px;line-height:18px;color:var(--muted)}details dd{margin:0;overflow-wrap:anywhere}
details code{font-size:13px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
@media (max-width:600px){body{padding:24px 16px 48px}h1{font-size:28px;line-height:34px}}
`;

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

const doors: Record<SignInName['door'], string> = {
  opens: '',
  suspended: ', suspended',
  'not approved': ', not approved yet',
  'no permission': ', no permission',
};

function signIns({ tenant }: LoadedTenant): Html {
  const entries = signInNames.map(
    ({ name, role, door }) =>
      html`<dt>${role}${doors[door]}</dt>
        <dd><code>${signInEmail(tenant, name)}</code></dd>`,
  );
  return html`<details>
    <summary>Sign-ins</summary>
    <dl>${entries}</dl>
  </details>`;
}

function card({ id, loaded, isBuilt, url }: ShownTenant): Html {
  if (!loaded)
    return html`<li class="card">
      <div class="text">
        <h3>${id}</h3>
        <p>Its manifest has errors:</p>
        <p><code>npm run tenants -- check ${id}</code></p>
      </div>
    </li>`;
  const { brand, country, version, languages, stage } = loaded.tenant;
  const facts = [
    ...(stage ? ['Stage'] : []),
    country ? (countryNames.of(country) ?? country) : 'No country',
    languages.length > 2 ? `${languages.length} languages` : languages.map(({ label }) => label).join(', '),
    version,
  ];
  return html`<li class="card t-${id}">
    <div class="sign"><img src="/logos/${id}.svg" alt="" /></div>
    <div class="text">
      <h3>${brand}</h3>
      <p class="muted">${facts.join(' · ')}</p>
      ${
        isBuilt
          ? html`<p class="go"><a href="${url}">${new URL(url).host}</a></p>`
          : html`<p class="go">Not built yet: <code>npm run build -- ${id}</code></p>`
      }
      ${signIns(loaded)}
    </div>
  </li>`;
}

function section(title: string, shown: ShownTenant[]): Html | string {
  return shown.length
    ? html`<h2>${title}</h2>
        <ul class="cards">
          ${shown.map(card)}
        </ul>`
    : '';
}

/** CSS of a deployment's two colours. */
function colours({ id, loaded }: ShownTenant): string {
  if (!loaded) return '';
  const { brandPanel, brandPanelAccent } = loaded.tokens.light;
  return `.t-${id}{--panel:${brandPanel};--mark:${brandPanelAccent}}`;
}

/**
 * A page with every deployment: logo, URL and sign-ins.
 * @param unknownHost an unknown host; the page then has an error message and status 404.
 */
export function tenantsPage(shown: ShownTenant[], mailUrl: string, unknownHost: string | null): Page {
  const isForTrying = ({ loaded }: ShownTenant) => loaded !== null && (loaded.tenant.stage || !loaded.tenant.country);
  const known = shown.map(({ url }) => new URL(url).host).join(', ');
  const body = html`${
      unknownHost === null
        ? ''
        : html`<p class="error" role="alert">There is nothing at <b>${unknownHost}</b>. There are: ${known}.</p>`
    }
    <h1>Every deployment, on this machine</h1>
    <p class="lead muted">
      Each has its own brand, backend and database. The first sign-in opens the database and fills it with demo data,
      which takes 5 to 15 seconds.
    </p>
    <dl class="how">
      <div>
        <dt>Password of every sign-in below</dt>
        <dd><code>${demoPassword}</code></dd>
      </div>
      <div>
        <dt>Codes arrive in the mails</dt>
        <dd><a href="${mailUrl}">${new URL(mailUrl).host}</a></dd>
      </div>
    </dl>
    ${section(
      'Countries',
      shown.filter((tenant) => !isForTrying(tenant)),
    )}
    ${section('For trying out', shown.filter(isForTrying))}`;
  return {
    status: unknownHost === null ? 200 : 404,
    ...plainPage('Signboard', body, { sources: "img-src 'self'; ", style: style + shown.map(colours).join('\n') }),
  };
}
