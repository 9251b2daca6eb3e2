import type { Flag } from '../../contract/flags.ts';
import { definitionOf, folderOf, kindNames } from '../../contract/kinds.ts';

/** The folders of the kinds of record that depend on a flag. */
const kindGates = Object.fromEntries(
  kindNames.flatMap((kind) => {
    const { flag, path } = definitionOf(kind);
    return flag && path ? [[folderOf(kind), flag]] : [];
  }),
);

/**
 * Which feature folders stand behind a flag. The app registers a gated feature only where its flag is on, and the
 * build leaves everything under `src/features/<folder>/` and its locale namespace `<folder>.json` out of the bundle
 * of a deployment where it is off. A folder not named here is in every deployment.
 */
export const gates: Readonly<Record<string, Flag>> = {
  ...kindGates,
  enterCode: 'twoFactor',
  registration: 'registration',
  nationalId: 'nationalId',
  nationalIds: 'nationalId',
  demoAuth: 'demoAuth',
  online: 'online',
  offline: 'live',
};
