import type { RetentionPeriods } from '../contract/retentionKinds.ts';
import { staffRoles, type StaffRole } from '../contract/roles.ts';

/** Default values of optional manifest properties (Q5, Q16). */
export const manifestDefaults: {
  allowedRoles: StaffRole[];
  reservedQueuePriorities: number[];
  recordingReason: boolean;
  recordingWatermark: boolean;
  retention: RetentionPeriods;
  sessionHours: number;
  sessionIdleMinutes: number | null;
  singleSignOn: null;
  handBackHours: number;
  answerHours: number;
  leaveNeedsApproval: boolean;
  serviceLevelSeconds: number;
  officeHours: null;
  webPush: boolean;
} = {
  allowedRoles: [...staffRoles],
  reservedQueuePriorities: [1],
  recordingReason: false,
  recordingWatermark: false,
  retention: {
    recordings: 90,
    security_events: 365,
    audit: null,
    interpretations: null,
    reservations: null,
    absences: null,
    feedback: null,
  },
  sessionHours: 12,
  sessionIdleMinutes: null,
  singleSignOn: null,
  handBackHours: 24,
  answerHours: 4,
  leaveNeedsApproval: true,
  serviceLevelSeconds: 30,
  officeHours: null,
  webPush: true,
};

/** Properties that `extends` never copies, because they identify a deployment (Q27) or say when it is shipped. */
export const neverInherited = ['$schema', 'id', 'extends', 'brand', 'version', 'ring'] as const;
