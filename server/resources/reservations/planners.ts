import type { StaffRole } from '../../../contract/roles.ts';
import { writers } from '../../../contract/permissions.ts';
import type { Trx } from '../../collection/write.ts';
import { staffOf } from '../auth/repository.ts';

/** The ids of the people who plan. @param allowedRoles the roles that may sign in */
export async function plannersOf(trx: Trx, allowedRoles: readonly StaffRole[], now: Date): Promise<string[]> {
  const roles = allowedRoles.filter((role) => writers('reservations').includes(role));
  return (await staffOf(trx, roles, now)).map(({ id }) => id);
}
