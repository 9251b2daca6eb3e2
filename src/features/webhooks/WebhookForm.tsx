import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { type WebhookEventType, webhookEventTypes } from '../../../contract/webhookLimits.ts';
import type { NewWebhook } from '../../../contract/webhooks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { link, name as checkName } from '#ui/form/recordChecks.ts';

type WebhookFormProps = {
  initialValues: NewWebhook;
  submit: string;
  onSubmit: (webhook: NewWebhook) => Promise<void>;
  onCancel: () => void;
};

/** The form of a webhook: its address, its purpose, and the events that it gets. */
export function WebhookForm({ initialValues, submit, onSubmit, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('webhooks');
  const choices = webhookEventTypes.map((type) => ({ value: type, label: t(`types.${type}`) }));
  return (
    <Form<NewWebhook> initialValues={initialValues} onSubmit={onSubmit} hasSummary={false}>
      <FormTextField
        name="description"
        label={t('description')}
        description={t('descriptionText')}
        validate={checkName}
        maxLength={bounds.name.max}
        autoComplete="off"
        autoFocus
      />
      <FormTextField
        name="url"
        type="url"
        label={t('url')}
        description={t('urlText')}
        validate={link}
        autoComplete="off"
      />
      <FormMultiSelect<WebhookEventType>
        name="event_types"
        label={t('events')}
        choices={choices}
        validate={(chosen) => (chosen.length > 0 ? undefined : 'errors:required')}
      />
      <FormActs onCancel={onCancel}>{submit}</FormActs>
    </Form>
  );
}
