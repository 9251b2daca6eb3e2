import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';

/** Whether the person may see only their own calendar and absences. */
export function useIsOneself(): boolean {
  return useAtomValue(userAtom)?.verdicts.users !== true;
}
