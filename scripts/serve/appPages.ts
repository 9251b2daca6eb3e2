import { html, plainPage } from '../../server/html.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';
import type { Page } from './page.ts';

/**
 * The page at the address in a QR code. It stands in for the partner's page in the app for deaf people, which does not run
 * locally.
 * @param slug the partner's name in URLs
 * @param venue the id of the venue whose code was scanned; null for the partner's own code
 */
export function appPage({ tenant }: LoadedTenant, slug: string, venue: string | null): Page {
  const title = `${slug} · ${tenant.brand}`;
  const body = html`<h1>${title}</h1>
    <p>
      This QR code works. It leads to a partner’s page in the app of ${tenant.brand}. That app does not run on this
      machine, so this page stands in for it.
    </p>
    <dl>
      <dt>Partner</dt>
      <dd>${slug}</dd>
      ${
        venue === null
          ? ''
          : html`<dt>Venue</dt>
              <dd>${venue}</dd>`
      }
    </dl>
    <p class="muted">In a deployment, the address of the app is the setting <code>APP_URL</code>.</p>`;
  return { status: 200, ...plainPage(title, body) };
}
