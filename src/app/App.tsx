import type { Tenant } from '../../contract/tenant.ts';
import { RouterProvider } from '#lib/router.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import type { createRouter } from './router.tsx';

/** The app of one deployment. */
export function App({ tenant, router }: { tenant: Tenant; router: ReturnType<typeof createRouter> }) {
  return (
    <TenantProvider tenant={tenant}>
      <RouterProvider router={router} />
    </TenantProvider>
  );
}
