import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Translations of actions and collections; unknown ones are shown as the server names them. */
export function useAuditNames() {
  const { t, i18n } = useTranslation('audit');
  return useMemo(() => {
    const nameOf = (key: string, name: string) => (i18n.exists(key, { ns: 'audit' }) ? t(key as 'title') : name);
    return {
      act: (name: string) => nameOf(`acts.${name}`, name),
      collection: (name: string) => nameOf(`collections.${name}`, name),
    };
  }, [t, i18n]);
}

/** The action of an entry. */
export function Act({ act }: { act: string }) {
  return useAuditNames().act(act);
}

/** The collection of an entry. */
export function CollectionName({ name }: { name: string }) {
  return useAuditNames().collection(name);
}
