import { staffRoles, type StaffRole } from '../contract/roles.ts';

/** Default values of optional manifest properties (Q5, Q16). */
export const manifestDefaults: {
  allowedRoles: StaffRole[];
  reservedQueuePriorities: number[];
  recordingRetentionDays: number;
  recordingReason: boolean;
  securityLogDays: number;
  sessionHours: number;
  sessionIdleMinutes: number | null;
  singleSignOn: null;
} = {
  allowedRoles: [...staffRoles],
  reservedQueuePriorities: [1],
  recordingRetentionDays: 90,
  recordingReason: false,
  securityLogDays: 365,
  sessionHours: 12,
  sessionIdleMinutes: null,
  singleSignOn: null,
};

/** Properties that `extends` never copies, because they identify a deployment (Q27) or say when it is shipped. */
export const neverInherited = ['$schema', 'id', 'extends', 'brand', 'version', 'ring'] as const;
