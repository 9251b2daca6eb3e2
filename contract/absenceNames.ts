/** Why somebody is absent. */
export const absenceKinds = ['illness', 'leave', 'training', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/**
 * The states of an absence. `reported`: an illness that the person has reported. `requested`: it waits for a planner.
 * `taken_back` and `refused` are final.
 */
export const absenceStates = ['reported', 'requested', 'approved', 'refused', 'taken_back'] as const;
export type AbsenceState = (typeof absenceStates)[number];

/** The states in which the person is absent: they cover nothing in that time. */
export const statesInForce = ['reported', 'approved'] as const satisfies readonly AbsenceState[];

/** Whether somebody is absent by an absence in this state. */
export const isInForce = (state: AbsenceState): boolean => statesInForce.some((inForce) => inForce === state);

/** The longest absence, in days. */
export const longestAbsence = 400;
