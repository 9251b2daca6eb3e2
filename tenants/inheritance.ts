import type { RetentionPeriods } from '../contract/retentionKinds.ts';
import { type ExcessRule, usualAloneMinutes } from '../contract/workingTimeNames.ts';
import { staffRoles, type StaffRole } from '../contract/roles.ts';

/** A limit of working time, and what becomes of what exceeds it. */
type Limit = { limit: number; onExcess: ExcessRule };

/** The limits of a deployment: hours of shifts in a day and in a week, hours between them, minutes of interpreting alone. */
export type WorkingTime = Record<'hoursPerDay' | 'hoursPerWeek' | 'rest' | 'aloneMinutes', Limit>;

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
  workingTime: WorkingTime;
  holidays: null;
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
  workingTime: {
    hoursPerDay: { limit: 10, onExcess: 'warn' },
    hoursPerWeek: { limit: 48, onExcess: 'warn' },
    rest: { limit: 11, onExcess: 'warn' },
    aloneMinutes: { limit: usualAloneMinutes, onExcess: 'warn' },
  },
  officeHours: null,
  holidays: null,
  webPush: true,
};

/** Properties that `extends` never copies, because they identify a deployment (Q27) or say when it is shipped. */
export const neverInherited = ['$schema', 'id', 'extends', 'brand', 'version', 'ring'] as const;
