import { signInEmail, signInNames } from '../../server/seed/people.ts';
import { demoPassword } from '../../server/seed/seed.ts';
import type { LoadedTenant } from '../../tenants/manifest.ts';

/** A label and an address. */
export type Address = [label: string, address: string];

/** What the local server has besides deployments. `urlOf` gives the URL of `<name>.localhost`, or of `localhost`. */
export const localPages = (urlOf: (name?: string) => string): Address[] => [
  ['All deployments', urlOf()],
  ['Mailbox', `${urlOf('mail')}  (sign-in codes arrive here)`],
  ['National ID', `${urlOf('id')}  (a test provider: choose a person)`],
];

/** The demo sign-ins of a deployment and their password. `to` says where they are valid. */
export const signInLines = ({ tenant }: LoadedTenant, to: string): string[] => [
  `  Sign in to ${to} with the password ${demoPassword}`,
  ...signInNames.map(({ name, role, door }) => {
    const note = door === 'opens' ? '' : `  (${door})`;
    return `    ${role.padEnd(12)} ${signInEmail(tenant, name)}${note}`;
  }),
];

/** What a command that serves until Ctrl+C prints at its start. */
export function greeting(addresses: Address[], signIns: string[]): string {
  const width = Math.max(...addresses.map(([label]) => label.length));
  return [
    '',
    ...addresses.map(([label, address]) => `  ${label.padEnd(width)}  ${address}`),
    '',
    ...signIns,
    '',
    '  Stop with Ctrl+C.',
    '',
  ].join('\n');
}
