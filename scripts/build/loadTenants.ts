import { join } from 'node:path';
import { newnessOf, provedBefore } from './lastGood.ts';
import { checkTenants, type LoadedTenant, ManifestError } from '../../tenants/manifest.ts';

/** All deployments: those that can be built, and the problems of the others. */
export async function loadTenants(
  root: string,
  cache: string,
): Promise<{ loaded: LoadedTenant[]; failed: { id: string; problems: string[] }[] }> {
  const checkout = { root, tenants: join(root, 'tenants'), cache };
  const checked = await checkTenants(undefined, {
    root: join(root, 'tenants'),
    locales: join(root, 'src/i18n/locales'),
    newness: (loaded) => newnessOf(checkout, loaded),
    isProved: provedBefore(checkout),
  });
  return {
    loaded: checked.flatMap(({ tenant }) => tenant ?? []),
    failed: checked
      .filter(({ tenant }) => !tenant)
      .map(({ id, problems }) => ({ id, problems: [new ManifestError(problems).message] })),
  };
}
