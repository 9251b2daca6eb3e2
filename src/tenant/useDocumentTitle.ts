import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTenant } from './TenantProvider.tsx';

/** A number in front of the document title, seen from other tabs; 0 shows none. */
export const titleCountAtom = atom(0);

/** Sets the document title: `<page> · <brand>` (Q2), after the number of those who wait. */
export function useDocumentTitle(page: string): void {
  const { brand } = useTenant();
  const count = useAtomValue(titleCountAtom);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${page} · ${brand}`;
  }, [page, brand, count]);
}
