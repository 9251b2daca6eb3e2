import { isThisMachine } from '../../contract/thisMachine.ts';
import { shownValue } from '../document.ts';
import type { Problem } from '../problem.ts';
import type { Manifest } from '../schema.ts';
import type { Source } from '../source.ts';

/** Whether an address may be that of a provider: https, as its answers are trusted; http on this machine only. */
function isTrustworthy(issuer: string): boolean {
  const url = URL.parse(issuer);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || isThisMachine(url.hostname);
}

/** Checks that single sign-on has a usable provider, and gives only roles and departments that the deployment has. */
export function checkSingleSignOn(source: Source, { singleSignOn, allowedRoles, flags }: Manifest): Problem[] {
  if (singleSignOn === null) return [];
  const { issuer, claims } = singleSignOn;
  const problems: Problem[] = [];
  if (!isTrustworthy(issuer))
    problems.push(
      source.problem(
        ['singleSignOn', 'issuer'],
        `${shownValue(issuer)} is not the address of an OpenID provider.`,
        'Give an https address without credentials; its /.well-known/openid-configuration names it as issuer.',
      ),
    );
  for (const [value, role] of Object.entries(claims.roles.map))
    if (!allowedRoles.includes(role))
      problems.push(
        source.problem(
          ['singleSignOn', 'claims', 'roles', 'map', value],
          `The role "${role}" may not use the dashboard (allowedRoles).`,
          `Give one of: ${allowedRoles.join(', ')}.`,
        ),
      );
  if (claims.departments && !flags.departments)
    problems.push(
      source.problem(
        ['singleSignOn', 'claims', 'departments'],
        'This deployment has no departments (flag "departments").',
        'Remove "departments", or switch the flag on.',
      ),
    );
  return problems;
}
