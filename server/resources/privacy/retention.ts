import type { DataKind } from '../../../contract/privacyNames.ts';
import type { Deployment } from '../../deployment.ts';

/** How many days data of a kind is kept; null: until the account is erased, or the record deleted. */
export function keptUntil(
  kind: DataKind,
  { recordings, securityLogDays }: Pick<Deployment, 'recordings' | 'securityLogDays'>,
): number | null {
  if (kind === 'recordings') return recordings.retentionDays;
  if (kind === 'security_log') return securityLogDays;
  // A mail that cannot be delivered is dropped after two days.
  if (kind === 'mails') return 2;
  return null;
}
