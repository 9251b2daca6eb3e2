import { expect, it } from '@jest/globals';
import { loadTenant } from '../tenants/manifest.ts';
import { deploymentOf } from './loadDeployment.ts';

it('vulnerabilities are reported to the security contact of the manifest, otherwise to its support', async () => {
  const tenant = await loadTenant('iceland');
  expect(deploymentOf(tenant).securityContacts).toEqual([
    'https://hjalp.taknljos.example/',
    'mailto:hjalp@taknljos.example',
  ]);
  const contact = (securityContact: string) =>
    deploymentOf({ ...tenant, manifest: { ...tenant.manifest, securityContact } }).securityContacts;
  expect(contact('security@taknljos.example')).toEqual(['mailto:security@taknljos.example']);
  expect(contact('https://taknljos.example/security')).toEqual(['https://taknljos.example/security']);
});
