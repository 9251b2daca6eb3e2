import Type from 'typebox';
import { isoLanguage } from '../../../contract/languages.ts';
import { type TypedApp } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const day = 24 * 60 * 60_000;

/** RFC 9116 recommends less than a year. */
const validDays = 360;

/** The path of RFC 9116, below the address of the API and of the dashboard. */
const path = '.well-known/security.txt';

/**
 * `.well-known/security.txt` (RFC 9116): where people report vulnerabilities of this deployment. It is written for each call, so it
 * never expires. The web server of the page redirects its own path to this one.
 */
export function routes(app: TypedApp, { deployment, clock, settings: { publicUrl, dashboardUrl } }: Services): void {
  app.get(
    `/${path}`,
    { config: { policy: 'public' }, schema: { hide: true, response: { 200: Type.String() } } },
    async (_request, reply) => {
      const expires = new Date(Math.floor(clock().getTime() / day) * day + validDays * day);
      const addresses = [dashboardUrl, publicUrl].filter((url) => url !== null);
      const lines = [
        ...deployment.securityContacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${expires.toISOString()}`,
        `Preferred-Languages: ${deployment.languages.map(({ value }) => isoLanguage(value)).join(', ')}`,
        ...addresses.map((address) => `Canonical: ${new URL(path, address).href}`),
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    },
  );
}
