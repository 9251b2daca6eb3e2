import { useTranslation } from 'react-i18next';

/** What was done; acts and collections that have no word here are shown as the server names them. */
export function Act({ act }: { act: string }) {
  const { t, i18n } = useTranslation('audit');
  const key = `acts.${act}`;
  return i18n.exists(key, { ns: 'audit' }) ? String(t(key as 'acts.create')) : act;
}

/** Where it was done. */
export function CollectionName({ name }: { name: string }) {
  const { t, i18n } = useTranslation('audit');
  const key = `collections.${name}`;
  return i18n.exists(key, { ns: 'audit' }) ? String(t(key as 'collections.users')) : name;
}
