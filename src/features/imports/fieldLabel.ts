import type { TFunction } from 'i18next';

/** The label of a field of any kind; another backend may have fields without one. */
export function fieldLabel(t: TFunction<'imports'>, name: string): string {
  return t(`fields.${name}` as 'fields.name', { defaultValue: name });
}
