import type { Flag } from '../../contract/flags.ts';
import { definitionOf, folderOf, kindNames } from '../../contract/kinds.ts';

/** Flags by folder, for the kinds of record that depend on one. */
const kindGates = Object.fromEntries(
  kindNames.flatMap((kind) => {
    const { flag, path } = definitionOf(kind);
    return flag && path ? [[folderOf(kind), flag]] : [];
  }),
);

/**
 * The flag of each feature folder that needs one. The app registers such a feature only if its flag is on, and the build leaves
 * `src/features/<folder>/` and its locale namespace `<folder>.json` out of bundles of deployments where it is off. Folders not
 * named here are in every deployment.
 */
export const gates: Readonly<Record<string, Flag>> = {
  ...kindGates,
  enterCode: 'twoFactor',
  registration: 'registration',
  nationalId: 'nationalId',
  nationalIds: 'nationalId',
  singleSignOn: 'singleSignOn',
  workAccounts: 'singleSignOn',
  demoAuth: 'demoAuth',
  online: 'online',
  offline: 'live',
};

/**
 * The flag of each folder below `src/` that is no feature: a page of another feature loads it with `import()` if the flag is on. Texts
 * that need a flag are in `locales/<language>/<namespace>.<flag>.json` (`src/i18n/flaggedTexts.ts`).
 */
export const codeGates: Readonly<Record<string, Flag>> = {
  'domain/absences': 'absences',
  'domain/recordings': 'recordings',
  'domain/totp': 'twoFactor',
  'domain/webPush': 'webPush',
};
