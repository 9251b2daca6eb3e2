import type { OpenidSettings } from '../../../server/auth/openidClient.ts';
import { randomToken } from '../../../server/auth/secrets.ts';
import { signInEmail, signInNames } from '../../../server/seed/people.ts';
import { loadTenant, type LoadedTenant, ManifestError } from '../../../tenants/manifest.ts';
import { tenantIds } from '../../../tenants/tenantIds.ts';
import type { SingleSignOn } from '../../../tenants/singleSignOn.ts';
import { type AnswerProvider, type LocalClient, type LocalPerson, localProvider } from './localProvider.ts';

/** The test provider of the local server: national IDs, and the accounts of organisations. */
export type LocalAccounts = {
  /** The client of a deployment for the national ID. */
  nationalIdOf: (id: string) => OpenidSettings;
  /** The client of a deployment for single sign-on. */
  singleSignOnOf: (id: string) => OpenidSettings;
  answer: Promise<AnswerProvider>;
};

const capitalized = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** The demo sign-ins of a deployment, and two people who cannot sign in. */
function peopleOf({ id, tenant }: LoadedTenant): LocalPerson[] {
  const person = (name: string, note: string, changes: Partial<LocalPerson> = {}): LocalPerson => ({
    subject: `${id}/${name}`,
    name: capitalized(name),
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

/** One person for each value of the claim that gives a role, and one without a role. */
function staffOf(id: string, { domains, claims: { roles } }: SingleSignOn): LocalPerson[] {
  const person = (name: string, note: string, values: string[]): LocalPerson => ({
    subject: `${id}/staff/${name}`,
    name,
    note,
    email: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@${domains[0]}`,
    isEmailVerified: true,
    claims: { [roles.claim]: values },
  });
  const members = Object.entries(roles.map).map(([value, role]) =>
    person(`New ${role}`, `${roles.claim}: ${value}`, [value]),
  );
  return [...members, person('Former colleague', `${roles.claim}: none, so no access`, [])];
}

async function clientsOf(id: string, secret: string, url: string): Promise<LocalClient[]> {
  try {
    const loaded = await loadTenant(id);
    const { tenant, manifest } = loaded;
    const client = (standsFor: string, path: string, people: LocalPerson[]): Omit<LocalClient, 'id'> => ({
      secret,
      title: tenant.brand,
      standsFor,
      people,
      redirectUri: new URL(path, url).href,
    });
    const clients: LocalClient[] = [];
    if (tenant.flags.nationalId) clients.push({ id, ...client('the national ID', 'auth/openid', peopleOf(loaded)) });
    if (manifest.singleSignOn) {
      const { name } = manifest.singleSignOn;
      const people = staffOf(id, manifest.singleSignOn);
      clients.push({ id: staffClient(id), ...client(`the accounts of ${name}`, 'auth/single-sign-on', people) });
    }
    return clients;
  } catch (error) {
    if (error instanceof ManifestError) return [];
    throw error;
  }
}

const staffClient = (id: string) => `${id}-staff`;

/** A test provider at `id.localhost` for all deployments with the flag `nationalId` or with single sign-on. */
export function openLocalProvider(urlOf: (name: string) => string): LocalAccounts {
  const issuer = urlOf('id').replace(/\/$/, '');
  const clientSecret = randomToken();
  const clients = Promise.all(tenantIds().map((id) => clientsOf(id, clientSecret, urlOf(id))));
  return {
    nationalIdOf: (id) => ({ issuer, clientId: id, clientSecret }),
    singleSignOnOf: (id) => ({ issuer, clientId: staffClient(id), clientSecret }),
    answer: clients.then((lists) => localProvider(issuer, lists.flat())),
  };
}
