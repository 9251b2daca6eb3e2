import { maySignIn } from '../../../contract/permissions.ts';
import { type Subject, userVerdicts } from '../../../contract/recordRules.ts';
import { isStaffRole } from '../../../contract/roles.ts';
import type { User } from '../../../contract/users.ts';
import { etagOf } from '../../collection/etag.ts';
import { isSuspended } from '../../db/suspension.ts';
import type { Deployment } from '../../deployment.ts';
import type { Person } from '../../policies/policy.ts';
import { organisationSets, type OrganisationRules } from './organisation.ts';
import type { UserRow } from './repository.ts';

/** The properties of a user that permission rules need. */
export function subjectOf(row: UserRow, deployment: OrganisationRules, now: Date): Subject {
  const { id, role, approval_status, has_managed: hasManaged } = row;
  return {
    id,
    role,
    approval_status,
    isSuspended: isSuspended(row, now),
    isInvitable: isStaffRole(role) && approval_status === 'approved' && !row.has_way_in,
    hasManaged,
    organisationSets: organisationSets(row, deployment),
  };
}

function invitationOnWire({ invitation_sent: sent, invitation_expires: expires }: UserRow, now: Date) {
  if (!sent || !expires) return { state: 'not_sent' as const, sent: null, expires: null };
  const state = expires > now ? ('sent' as const) : ('expired' as const);
  return { state, sent: sent.toISOString(), expires: expires.toISOString() };
}

/** A user as the API returns them to a person. */
export function userOnWire(
  row: UserRow,
  { person, now, deployment }: { person: Person; now: Date; deployment: OrganisationRules & Pick<Deployment, 'flags'> },
): User {
  const { flags, allowedRoles } = deployment;
  const subject = subjectOf(row, deployment, now);
  const can = userVerdicts(person, subject);
  const isAwaited = subject.isInvitable && maySignIn(row.role, allowedRoles);
  return {
    id: row.id,
    etag: etagOf(row.version),
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role: row.role,
    approval_status: row.approval_status,
    department: flags.departments ? row.department_id : null,
    department_name: flags.departments ? row.department_name : null,
    personal_number_last4: row.personal_number_last4,
    phone: row.phone,
    social_registered: row.social_registered,
    language: row.language,
    languages: row.languages,
    suspension:
      row.suspended_at && isSuspended(row, now)
        ? {
            since: row.suspended_at.toISOString(),
            reason: row.suspension_reason,
            expires: row.suspension_expires?.toISOString() ?? null,
          }
        : null,
    invitation: isAwaited ? invitationOnWire(row, now) : null,
    rejection_reason: row.approval_status === 'rejected' ? row.rejection_reason : null,
    partner: row.partner_id,
    partner_name: row.partner_name,
    created: row.created.toISOString(),
    can: { ...can, invite: can.invite && isAwaited },
  };
}
