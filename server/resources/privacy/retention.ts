import type { DataKind } from '../../../contract/privacyNames.ts';
import type { RetentionKind } from '../../../contract/retentionKinds.ts';
import type { Deployment } from '../../deployment.ts';

/** The period of the manifest that ends each kind of data about a person. */
const periodOf: Partial<Record<DataKind, RetentionKind>> = {
  requests: 'interpretations',
  recordings: 'recordings',
  reservations: 'reservations',
  absences: 'absences',
  feedback: 'feedback',
  security_log: 'security_events',
  audit_log: 'audit',
};

/** How many days data of a kind is kept; null: until the account is erased, or the record deleted. */
export function keptUntil(kind: DataKind, { retention }: Pick<Deployment, 'retention'>): number | null {
  // A mail that cannot be delivered is dropped after two days.
  if (kind === 'mails') return 2;
  const period = periodOf[kind];
  return period ? retention[period] : null;
}
