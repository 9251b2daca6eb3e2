import type { AuditEntry } from '../../../contract/audit.ts';
import { useSearchParams } from '#lib/router.ts';
import { Link } from '#ui/Link.tsx';
import { changedAddress } from '#ui/list/listState.ts';

/** The person of an entry, linked to all of their entries. */
export function Person({ person, email }: { person: AuditEntry['person']; email: AuditEntry['person_email'] }) {
  const [address] = useSearchParams();
  if (!person || address.get('person') === person) return email ?? '–';
  return <Link to={{ search: changedAddress(address, { person }).toString() }}>{email ?? person}</Link>;
}
