import { useAtomValue } from 'jotai';
import type { Verdicts } from '../../contract/auth.ts';
import { userAtom } from './session.ts';

/** Whether the server lets this person add records to a collection. */
export function useMayWrite(collection: keyof Verdicts['collections'] | undefined): boolean {
  const user = useAtomValue(userAtom);
  return collection !== undefined && user?.verdicts.collections[collection] === 'write';
}
