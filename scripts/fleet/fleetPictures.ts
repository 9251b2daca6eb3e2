import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of the contact sheet that the fleet page shows, with their names. */
const shownPages = { 'sign-in': 'Sign-in', overview: 'Overview' } as const;

/** An accepted picture of a deployment. */
export type FleetPicture = { page: string; name: string; file: string };

/** The accepted pictures of a deployment in `docs/sheet` that the fleet page shows. */
export function picturesOf(root: string, id: string): FleetPicture[] {
  return Object.entries(shownPages)
    .map(([page, name]) => ({ page, name, file: join(root, 'docs/sheet', id, `${page}-desk-light.webp`) }))
    .filter(({ file }) => existsSync(file));
}
