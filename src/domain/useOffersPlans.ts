import { useAtomValue } from 'jotai';
import { useMayWrite } from '#session/useMayWrite.ts';
import { userAtom } from '#session/session.ts';

/** Whether the person plans reservations, and the backend proposes who could take them. */
export function useOffersPlans(): boolean {
  const plans = useMayWrite('reservations');
  const offers = useAtomValue(userAtom)?.offers ?? [];
  return plans && offers.includes('plans');
}
