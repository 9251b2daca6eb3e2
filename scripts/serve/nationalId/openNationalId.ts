import type { OpenidSettings } from '../../../server/auth/openidClient.ts';
import { randomToken } from '../../../server/auth/secrets.ts';
import { signInEmail, signInNames } from '../../../server/seed/people.ts';
import { loadTenant, type LoadedTenant, ManifestError } from '../../../tenants/manifest.ts';
import { tenantIds } from '../../../tenants/tenantIds.ts';
import { type AnswerNationalId, type LocalClient, type LocalPerson, localProvider } from './localProvider.ts';

/** The national ID of the local server. */
export type LocalNationalId = {
  settingsOf: (id: string) => OpenidSettings;
  answer: Promise<AnswerNationalId>;
};

/** The demo sign-ins of a deployment, and two people who cannot sign in. */
function peopleOf({ id, tenant }: LoadedTenant): LocalPerson[] {
  const person = (name: string, note: string, changes: Partial<LocalPerson> = {}): LocalPerson => ({
    subject: `${id}/${name}`,
    name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    note,
    email: signInEmail(tenant, name),
    isEmailVerified: true,
    ...changes,
  });
  return [
    ...signInNames.map(({ name, role, door }) => person(name, door === 'opens' ? role : `${role}, ${door}`)),
    person('stranger', 'has no account here'),
    person('unverified', 'whose e-mail address nobody has checked', {
      email: signInEmail(tenant, 'owner'),
      isEmailVerified: false,
    }),
  ];
}

async function clientOf(id: string, secret: string, url: string): Promise<LocalClient[]> {
  try {
    const loaded = await loadTenant(id);
    const { brand, flags } = loaded.tenant;
    const redirectUri = new URL('auth/openid', url).href;
    return flags.nationalId ? [{ id, secret, title: brand, redirectUri, people: peopleOf(loaded) }] : [];
  } catch (error) {
    if (error instanceof ManifestError) return [];
    throw error;
  }
}

/** A test provider at `id.localhost` for all deployments with the flag `nationalId`. */
export function openNationalId(urlOf: (name: string) => string): LocalNationalId {
  const issuer = urlOf('id').replace(/\/$/, '');
  const secret = randomToken();
  const clients = Promise.all(tenantIds().map((id) => clientOf(id, secret, urlOf(id))));
  return {
    settingsOf: (id) => ({ issuer, clientId: id, clientSecret: secret }),
    answer: clients.then((lists) => localProvider(issuer, lists.flat())),
  };
}
