import { staffRoles, type StaffRole } from '../contract/roles.ts';

/** What a manifest may leave out, and what it then means (Q5, Q16). */
export const manifestDefaults: {
  allowedRoles: StaffRole[];
  reservedQueuePriorities: number[];
  recordingRetentionDays: number;
  recordingReason: boolean;
} = {
  allowedRoles: [...staffRoles],
  reservedQueuePriorities: [1],
  recordingRetentionDays: 90,
  recordingReason: false,
};

/** What `extends` never copies: these make a deployment itself (Q27). */
export const neverInherited = ['$schema', 'id', 'extends', 'brand', 'version'] as const;
