import type { Tenant } from '../contract/tenant.ts';
import type { Logos } from './checks/logo.ts';
import type { Palette } from './palette.ts';
import type { Manifest } from './schema.ts';

/** A deployment whose manifest and logos passed all checks that do not compare deployments. */
export type LoadedTenant = {
  id: string;
  /** Its folder. */
  dir: string;
  /** The manifest after `extends` and defaults. */
  manifest: Manifest;
  /** The tenant data of the page. The build adds the URLs of the logos. */
  tenant: Omit<Tenant, 'logo'>;
  /** The bytes of its logos, checked against the allow-list of `checks/logo.ts`. */
  logos: Logos;
  /** Every colour in light and dark. */
  tokens: Palette;
  /** Texts by which the build recognises its data in another bundle: brand, support e-mail, phone and host. */
  isolationMarkers: string[];
};
