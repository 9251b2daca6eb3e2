import type { Namespace } from 'i18next';
import { type Flag, type Flags } from '../../contract/flags.ts';

/**
 * The namespaces with texts that need a flag: `locales/<language>/<namespace>.<flag>.json` adds them to the namespace. The build
 * leaves these files out of bundles of deployments where the flag is off.
 */
export const flaggedTexts: Partial<Record<Flag, readonly (Namespace & string)[]>> = {
  emergencySchedules: ['calendar', 'overview', 'reservations'],
  reservations: ['calendar'],
  absences: ['calendar'],
  relay: ['interpretations', 'queues', 'reports'],
  transcription: ['calendar', 'interpretations', 'reports', 'reservations'],
  recordings: ['interpretations'],
  twoFactor: ['ownSignIn'],
  singleSignOn: ['users'],
  webPush: ['notifications'],
};

/** The files with texts of a namespace that need a flag, without their extension, in a deployment with these flags. */
export function flaggedFilesOf(namespace: string, flags: Partial<Flags>): string[] {
  return Object.entries(flaggedTexts).flatMap(([flag, namespaces]) =>
    flags[flag as Flag] && namespaces.some((loaded) => loaded === namespace) ? [`${namespace}.${flag}`] : [],
  );
}
