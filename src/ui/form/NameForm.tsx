import { useTranslation } from 'react-i18next';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormNameField } from '#ui/form/FormNameField.tsx';
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
      <FormNameField label={label} description={description} />
      <FormActs onCancel={onClose}>{t('save')}</FormActs>
    </Form>
  );
}
