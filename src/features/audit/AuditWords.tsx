import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Names for what is done and where; what has no word here is called as the server calls it. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  return useMemo(() => {
    const say = (key: string, name: string) => (i18n.exists(key, { ns: 'audit' }) ? t(key as 'title') : name);
    return {
      act: (name: string) => say(`acts.${name}`, name),
      collection: (name: string) => say(`collections.${name}`, name),
    };
  }, [t, i18n]);
}

/** What was done. */
export function Act({ act }: { act: string }) {
  return useAuditWords().act(act);
}

/** Where it was done. */
export function CollectionName({ name }: { name: string }) {
  return useAuditWords().collection(name);
}
