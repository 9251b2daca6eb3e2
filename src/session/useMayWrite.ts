import { useAtomValue } from 'jotai';
import { type CollectionName, mayWrite } from './permission.ts';
import { userAtom } from './session.ts';

/** Whether the signed-in person has the write permission for a collection. */
export function useMayWrite(collection: CollectionName | undefined): boolean {
  const user = useAtomValue(userAtom);
  return collection !== undefined && user !== null && mayWrite(collection)(user.verdicts);
}
