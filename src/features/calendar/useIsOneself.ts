import { useAtomValue } from 'jotai';
import { userAtom } from '#session/session.ts';

/** Whether one's own calendar is the only one there is to see: the server lets nobody else be seen. */
export function useIsOneself(): boolean {
  return useAtomValue(userAtom)?.verdicts.users !== true;
}
