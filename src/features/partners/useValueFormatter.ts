import { useTranslation } from 'react-i18next';
import type { PartnerValues } from './partnerForm.ts';
import { useCategoryChoices } from './useCategoryChoices.ts';

/** Formats the values of a partner's form that are no text. */
export function useValueFormatter() {
  const { t } = useTranslation(['partners', 'crud']);
  const categories = useCategoryChoices();
  return (name: keyof PartnerValues, value: PartnerValues[keyof PartnerValues]): string | undefined => {
    if (name === 'category') return categories.find((choice) => choice.value === value)?.label ?? t('noCategory');
    if (name === 'logo') return value ? t('picture') : undefined;
    return typeof value === 'boolean' ? t(value ? 'crud:yes' : 'crud:no') : undefined;
  };
}
