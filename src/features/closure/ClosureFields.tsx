import { useTranslation } from 'react-i18next';
import { pageSize } from '../../../contract/bounds.ts';
import type { ClosureCategory } from '../../../contract/closureCategories.ts';
import { closureCategories } from '#api/closureCategories.ts';
import { useQuery } from '#api/query.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name, optional } from '#ui/form/recordChecks.ts';

/** What the form of a category holds; an empty text stands for nothing. */
export type ClosureValues = { title: string; parent: string; group: string };

/** A category as the form holds one. */
export function valuesOf({ title, parent, group }: ClosureCategory): ClosureValues {
  return { title, parent: parent ?? '', group: group ?? '' };
}

/** What the server is told of a form. */
export function toCategory({ title, parent, group }: ClosureValues) {
  return { title: title.trim(), parent: parent || null, group: group.trim() || null };
}

const read = closureCategories.list({ main: true, page_size: pageSize.max });

/** Every field of a category. `self` cannot be its own parent; one that has subcategories stays a main one. */
export function ClosureFields({ self, isNew = false }: { self?: ClosureCategory; isNew?: boolean }) {
  const { t } = useTranslation('closure');
  const { data } = useQuery(read);
  const isReadOnly = self?.can.update === false;
  const parents = data?.results.filter(({ id }) => id !== self?.id) ?? [];
  const hasOwn = (self?.subcategories.length ?? 0) > 0;
  return (
    <FieldGroup title={t('one')}>
      <FormTextField name="title" label={t('title')} validate={name} isReadOnly={isReadOnly} autoFocus={isNew} />
      <FormSelect
        name="parent"
        label={t('parent')}
        choices={[
          { value: '', label: t('noParent') },
          ...parents.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        isDisabled={isReadOnly || hasOwn}
        description={hasOwn ? t('staysMain') : undefined}
      />
      <FormTextField name="group" label={t('group')} validate={optional(name)} isReadOnly={isReadOnly} />
    </FieldGroup>
  );
}
