import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';

/** The name field of records that have only a name. */
export function NameField({ title, label, isNew }: { title: string; label: string; isNew: boolean }) {
  return (
    <FieldGroup title={title}>
      <FormTextField name="name" label={label} validate={name} autoFocus={isNew} />
    </FieldGroup>
  );
}
