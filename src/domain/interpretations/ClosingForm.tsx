import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds, pageSize } from '../../../contract/bounds.ts';
import type { InterpretationChanges, InterpretationDetail } from '../../../contract/interpretationRecords.ts';
import { closureCategories } from '#api/closureCategories.ts';
import { interpretations } from '#api/interpretations.ts';
import { useQuery } from '#api/query.ts';
import { EditForm } from '#crud/EditForm.tsx';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { Muted } from '#ui/Muted.ts';
import { ReadForm, ReadOnly } from '#ui/form/ReadForm.tsx';
import type { Choice } from '#ui/Select.tsx';
import { hrefOf } from './place.ts';

type ClosingValues = { note: string; closure_category: string; closure_note: string };

const read = closureCategories.list({ page_size: pageSize.max, ordering: 'position' });

const valuesOf = ({ note, closure_category, closure_note }: InterpretationDetail): ClosingValues => ({
  note: note ?? '',
  closure_category: closure_category ?? '',
  closure_note: closure_note ?? '',
});

const toChanges = ({ note, closure_category, closure_note }: ClosingValues): InterpretationChanges => ({
  note: note.trim() || null,
  closure_category: closure_category || null,
  closure_note: closure_note.trim() || null,
});

type ClosingFormProps = { interpretation: InterpretationDetail; isEditing?: boolean };

/** The notes and the closure of an interpretation; while they are edited, each as far as the server allows. */
export function ClosingForm({ interpretation, isEditing = false }: ClosingFormProps) {
  const { t } = useTranslation('interpretations');
  const categories = useCategories(interpretation);
  const { can } = interpretation;
  const formatValue = (name: keyof ClosingValues, value: string) =>
    name === 'closure_category' ? categories.find((category) => category.value === value)?.label : undefined;
  const note = (
    <FieldGroup title={t('note')}>
      <FormTextArea name="note" label={t('note')} maxLength={bounds.note} />
    </FieldGroup>
  );
  const closing = (
    <FieldGroup title={t('closing')}>
      <FormSelect name="closure_category" label={t('closureCategory')} choices={categories} />
      <FormTextArea name="closure_note" label={t('closureNote')} maxLength={bounds.note} />
    </FieldGroup>
  );
  if (!isEditing)
    return (
      <ReadForm values={valuesOf(interpretation)}>
        {note}
        {closing}
      </ReadForm>
    );
  return (
    <EditForm
      kind="interpretations"
      resource={{
        collection: interpretations,
        nameOf: () => t('closing'),
        valuesOf,
        toBody: toChanges,
        href: hrefOf,
      }}
      record={interpretation}
      formatValue={formatValue}
    >
      {note}
      {can.close ? (
        closing
      ) : (
        <>
          <ReadOnly>{closing}</ReadOnly>
          <Muted as="p">{t('closedByStaff')}</Muted>
        </>
      )}
    </EditForm>
  );
}

/** The closure categories, subcategories after their parent; includes the current one even if it is no longer offered. */
function useCategories({ closure_category, closure_category_title }: InterpretationDetail): Choice[] {
  const { t } = useTranslation('interpretations');
  const { data } = useQuery(read);
  return useMemo(() => {
    const known = (data?.results ?? []).map(({ id, title, parent_title }) => ({
      value: id,
      label: parent_title ? `${parent_title} – ${title}` : title,
    }));
    const chosenCategory =
      closure_category && !known.some(({ value }) => value === closure_category)
        ? [{ value: closure_category, label: closure_category_title ?? '–' }]
        : [];
    return [{ value: '', label: t('notClosed') }, ...chosenCategory, ...known];
  }, [t, data, closure_category, closure_category_title]);
}
