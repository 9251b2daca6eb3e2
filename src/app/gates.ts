import type { Flag } from '../../contract/flags.ts';

/**
 * Which feature folders stand behind a flag. The app registers a gated feature only where its flag is on, and the
 * build leaves everything under `src/features/<folder>/` and its locale namespace `<folder>.json` out of the bundle
 * of a deployment where it is off. A folder not named here is in every deployment.
 */
export const gates = {
  enterCode: 'twoFactor',
  registration: 'registration',
  nationalId: 'nationalId',
  nationalIds: 'nationalId',
  demoAuth: 'demoAuth',
  online: 'online',
  offline: 'live',
  reservations: 'reservations',
  feedback: 'feedback',
  departments: 'departments',
  queues: 'queues',
  sliders: 'sliders',
  partnerVideos: 'videos',
} as const satisfies Record<string, Flag>;
