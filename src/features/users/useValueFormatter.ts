import { useTranslation } from 'react-i18next';
import type { Role } from '../../../contract/roles.ts';
import { useInterpretingLanguages } from '#domain/useInterpretingLanguages.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { useDepartmentChoices } from '#domain/useDepartmentChoices.ts';
import type { UserValues } from './userForm.ts';

/** Formats the values of a user's form that are codes or ids. */
export function useValueFormatter() {
  const { t } = useTranslation('users');
  const { options } = useLanguage();
  const departments = useDepartmentChoices();
  const interpreting = useInterpretingLanguages();
  const join = (codes: UserValues[keyof UserValues]) =>
    interpreting
      .flatMap(({ value, label }) => (Array.isArray(codes) && codes.includes(value) ? [label] : []))
      .join(', ');
  return (name: keyof UserValues, value: UserValues[keyof UserValues]): string | undefined => {
    if (name === 'role' && value) return t(`roles.${value as Role}`);
    if (name === 'department') return departments.find((choice) => choice.value === value)?.label ?? t('noDepartment');
    if (name === 'language') return options.find((option) => option.value === value)?.label ?? t('defaultLanguage');
    if (name === 'languages') return join(value);
    return undefined;
  };
}
