import { useEffect } from 'react';
import { useTenant } from './TenantProvider.tsx';

/** Sets the document title: `<page> · <brand>`, or the brand alone (Q2). */
export function useDocumentTitle(page?: string): void {
  const { brand } = useTenant();
  useEffect(() => {
    document.title = page ? `${page} · ${brand}` : brand;
  }, [page, brand]);
}
