/** Every role there is (specification §3). */
export const roles = ['interpreter', 'deaf', 'manager', 'owner', 'partner'] as const;
export type Role = (typeof roles)[number];

/** The roles that a deployment may let into the dashboard; `deaf` and `partner` never are (Q5). */
export const staffRoles = ['interpreter', 'manager', 'owner'] as const satisfies readonly Role[];
export type StaffRole = (typeof staffRoles)[number];

/** Whether a role is one that may ever enter the dashboard. */
export function isStaffRole(role: Role): role is StaffRole {
  return (staffRoles as readonly Role[]).includes(role);
}
