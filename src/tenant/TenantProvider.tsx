import { createContext, type ReactNode, use } from 'react';
import type { Flag } from '../../contract/flags.ts';
import type { Tenant } from '../../contract/tenant.ts';

const TenantContext = createContext<Tenant | null>(null);

export function TenantProvider({ tenant, children }: { tenant: Tenant; children: ReactNode }) {
  return <TenantContext value={tenant}>{children}</TenantContext>;
}

/** The deployment this page belongs to. */
export function useTenant(): Tenant {
  const tenant = use(TenantContext);
  if (!tenant) throw new Error('useTenant needs a TenantProvider above it.');
  return tenant;
}

/** Whether a flag is on in this deployment. What it guards is a chunk of its own if it is more than a few lines. */
export function useFlag(flag: Flag): boolean {
  return useTenant().flags[flag];
}
