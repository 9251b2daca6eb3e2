import { useEffect } from 'react';
import type { Tenant } from '../../contract/tenant.ts';
import { RouterProvider } from '#lib/router.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import type { createRouter } from './routes.tsx';

type AppProps = {
  tenant: Tenant;
  router: ReturnType<typeof createRouter>;
  /** Called once the first page is in the document and handles input. */
  afterMount: (() => void) | null;
};

/** The app of one deployment. */
export function App({ tenant, router, afterMount }: AppProps) {
  // After the effects of the fields, in which they register with their form.
  useEffect(() => afterMount?.(), [afterMount]);
  return (
    <TenantProvider tenant={tenant}>
      <RouterProvider router={router} />
    </TenantProvider>
  );
}
