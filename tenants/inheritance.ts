import { staffRoles, type StaffRole } from '../contract/roles.ts';

/** What a manifest may leave out, and what it then means (Q5, Q16). */
export const manifestDefaults: { allowedRoles: StaffRole[]; reservedQueuePriorities: number[] } = {
  allowedRoles: [...staffRoles],
  reservedQueuePriorities: [1],
};

/** What `extends` never copies: these make a deployment itself (Q27). */
export const neverInherited = ['$schema', 'id', 'extends', 'brand', 'version'] as const;
