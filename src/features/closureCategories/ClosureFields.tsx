import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories } from '#api/closureCategories.ts';
import type { FieldsProps } from '#crud/resource.ts';
import { useQuery } from '#api/query.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name, optional } from '#ui/form/recordChecks.ts';

const read = closureCategories.list({ main: true, page_size: pageSize.max });

/** The fields of a category. It cannot be its own parent; one with subcategories stays a main one. */
export function ClosureFields({ item: self, isNew }: FieldsProps<ClosureCategory>) {
  const { t } = useTranslation('closureCategories');
  const { data } = useQuery(read);
  const parents = data?.results.filter(({ id }) => id !== self?.id) ?? [];
  const hasOwn = (self?.subcategories.length ?? 0) > 0;
  return (
    <FieldGroup title={t('one')}>
      <FormTextField name="title" label={t('title')} validate={name} autoFocus={isNew} />
      <FormSelect
        name="parent"
        label={t('parent')}
        choices={[
          { value: '', label: t('noParent') },
          ...parents.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        isDisabled={hasOwn}
        description={hasOwn ? t('staysMain') : undefined}
      />
      <FormTextField name="group" label={t('group')} validate={optional(name)} />
    </FieldGroup>
  );
}
