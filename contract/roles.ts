/** All roles (R150). */
export const roles = ['interpreter', 'deaf', 'manager', 'owner', 'partner'] as const;
export type Role = (typeof roles)[number];

/** The roles that deployments can admit to the dashboard; never `deaf` or `partner` (Q5). */
export const staffRoles = ['interpreter', 'manager', 'owner'] as const satisfies readonly Role[];
export type StaffRole = (typeof staffRoles)[number];

/** Whether a role can be admitted to a dashboard. */
export function isStaffRole(role: Role): role is StaffRole {
  return (staffRoles as readonly Role[]).includes(role);
}
