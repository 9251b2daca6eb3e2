import type { Tenant } from '../contract/tenant.ts';
import type { Logos } from './checks/logo.ts';
import type { Palette } from './palette.ts';
import type { Manifest } from './schema.ts';

/** A deployment, read and found whole. */
export type LoadedTenant = {
  id: string;
  /** Its folder. */
  dir: string;
  /** Its manifest, after `extends` and defaults. */
  manifest: Manifest;
  /** What the app is told of it; the logo's URLs are known when the build has named the files. */
  tenant: Omit<Tenant, 'logo'>;
  /** The bytes of its drawings, held to the allow-list of `checks/logo.ts`. */
  logos: Logos;
  /** Every colour, for light and for dark. */
  tokens: Palette;
  /** What no other deployment's bundle may hold: brand, support contact and its host, own colours as CSS writes them. */
  marks: string[];
};
