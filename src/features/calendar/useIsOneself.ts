import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';

/** Whether the person may see only their own calendar. */
export function useIsOneself(): boolean {
  return useAtomValue(userAtom)?.verdicts.users !== true;
}
