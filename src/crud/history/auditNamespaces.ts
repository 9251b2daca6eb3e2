import type { Namespace } from 'i18next';
import { useEffect, useState } from 'react';
import { definitionOf, folderOf, kindNames } from '../../../contract/kinds.ts';
import { isPartOf } from '../../../contract/permissions.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** Kinds whose texts are in the namespace of another kind. */
const namespaceOfKind: Partial<Record<string, string>> = { video_categories: 'videos' };

/** Loads the words of every kind of record of this deployment, which name fields and values. Returns whether they are there. */
export function useAuditNamespaces(): boolean {
  const { flags } = useTenant();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const kinds = kindNames.filter((kind) => definitionOf(kind).audited && isPartOf(flags, kind));
    const namespaces = kinds.map((kind) => namespaceOfKind[kind] ?? folderOf(kind));
    void loadNamespaces(['audit', 'languages', ...namespaces] as (Namespace & string)[]).then(() => setReady(true));
  }, [flags]);
  return isReady;
}
