import { useEffect } from 'react';
import { useTenant } from './TenantProvider.tsx';

/** Names the page in the browser: `<page> · <brand>`, or the plain brand where no page is given (Q2). */
export function useDocumentTitle(page?: string): void {
  const { brand } = useTenant();
  useEffect(() => {
    document.title = page ? `${page} · ${brand}` : brand;
  }, [page, brand]);
}
