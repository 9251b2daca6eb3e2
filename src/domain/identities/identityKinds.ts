import type { IdentityKind } from '#api/identities.ts';

/** The namespaces with the texts of a kind of identity; all have the same keys. */
export type IdentityNamespace = 'nationalIds' | 'workAccounts';

/** The kind of identity of each namespace. */
export const kindOf: Record<IdentityNamespace, IdentityKind> = {
  nationalIds: 'national_ids',
  workAccounts: 'work_accounts',
};
