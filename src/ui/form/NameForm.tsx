import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name as checkName } from '#ui/form/recordChecks.ts';
import { toast } from '#ui/toast.ts';

type NameFormProps = {
  label: string;
  description?: string;
  name: string;
  save: (name: string) => Promise<void>;
  /** The message after saving. */
  savedMessage: string;
  onClose: () => void;
};

/** Renames a record in place. */
export function NameForm({ label, description, name, save, savedMessage, onClose }: NameFormProps) {
  const { t } = useTranslation('crud');
  return (
    <Form
      initialValues={{ name }}
      hasSummary={false}
      onSubmit={(values) => save(values.name)}
      onDone={() => {
        onClose();
        toast({ title: savedMessage, tone: 'success' });
      }}
    >
      <FormTextField
        name="name"
        label={label}
        description={description}
        validate={checkName}
        maxLength={bounds.name.max}
        autoComplete="off"
        autoFocus
      />
      <FormActs onCancel={onClose}>{t('save')}</FormActs>
    </Form>
  );
}
