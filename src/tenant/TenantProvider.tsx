import { createContext, type ReactNode, use } from 'react';
import type { Flag } from '../../contract/flags.ts';
import type { Tenant } from '../../contract/tenant.ts';

const TenantContext = createContext<Tenant | null>(null);

/** Provides the deployment to `useTenant` and `useFlag`. */
export function TenantProvider({ tenant, children }: { tenant: Tenant; children: ReactNode }) {
  return <TenantContext value={tenant}>{children}</TenantContext>;
}

/** The deployment of this page. */
export function useTenant(): Tenant {
  const tenant = use(TenantContext);
  if (!tenant) throw new Error('useTenant needs a TenantProvider above it.');
  return tenant;
}

/** Whether a flag is on. Code that needs a flag belongs in a lazy chunk if it is more than a few lines. */
export function useFlag(flag: Flag): boolean {
  return useTenant().flags[flag];
}
