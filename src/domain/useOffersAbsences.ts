import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';

/** Whether the deployment has absences, and the person reads some. A backend without them does not name them. */
export function useOffersAbsences(): boolean {
  const isOn = useFlag('absences');
  const read = useAtomValue(userAtom)?.verdicts.collections.absences ?? 'none';
  return isOn && read !== 'none';
}
