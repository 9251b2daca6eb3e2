import type { Tenant } from '../../contract/tenant.ts';

/**
 * Reads the deployment from the page: the JSON of `<script type="application/json" id="tenant">`. Throws if the page was not
 * made by the build.
 */
export function readTenant(page: Document): Tenant {
  const block = page.getElementById('tenant');
  if (!block?.textContent) {
    throw new Error('This page has no <script type="application/json" id="tenant">. Build it with "npm run build".');
  }
  const tenant: Tenant = JSON.parse(block.textContent);
  if (!tenant.brand || !tenant.languages?.length || !tenant.flags) {
    throw new Error('The tenant block of this page is incomplete. Build it again with "npm run build".');
  }
  return tenant;
}
