import { useTranslation } from 'react-i18next';
import { importFields, type ImportFieldType, type ImportKind } from '../../../contract/importKinds.ts';
import { useAuditWords } from '#crud/history/auditWords.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** The time of a reservation: a file has it as a day and two times. */
const instants: Record<string, ImportFieldType> = { starts: 'instant', ends: 'instant' };

/** The columns of records that fields are for, if their names differ. */
const columns: Record<string, string> = { type: 'location_type' };

/** A value of a field as people read it; a dash for none. */
export type ShownValue = (field: string, value: string | null) => string;

/** Shows values of changes as the pages of the records do: in words, and in the deployment's zone. */
export function useShownValue(kind: ImportKind): ShownValue {
  const { t } = useTranslation('crud');
  const { dates, numbers } = useFormats();
  const { languages } = useTenant();
  const words = useAuditWords();
  return (name, value) => {
    if (value === null) return '–';
    const type = instants[name] ?? importFields[kind].find((field) => field.name === name)?.type ?? 'text';
    if (type === 'instant') return dates.dateTime(value);
    if (type === 'day') return dates.day(value);
    if (type === 'integer') return numbers.count(Number(value));
    if (type === 'boolean') return t(value === 'true' ? 'yes' : 'no');
    if (typeof type === 'string' || 'refers' in type) return value;
    if (name === 'language') return languages.find((language) => language.value === value)?.label ?? value;
    return words.value(columns[name] ?? name, value.split('; '));
  };
}
