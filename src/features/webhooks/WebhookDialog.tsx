import { useTranslation } from 'react-i18next';
import { type WebhookEventType, webhookEventTypes } from '../../../contract/webhookLimits.ts';
import type { NewWebhook } from '../../../contract/webhooks.ts';
import { FormDialog, type FormDialogProps } from '#ui/form/FormDialog.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { FormNameField } from '#ui/form/FormNameField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { link } from '#ui/form/recordChecks.ts';

type WebhookDialogProps = Omit<FormDialogProps<NewWebhook>, 'children'>;

/** Asks for a webhook: its address, its purpose, and the events that it gets. */
export function WebhookDialog(form: WebhookDialogProps) {
  const { t } = useTranslation('webhooks');
  const choices = webhookEventTypes.map((type) => ({ value: type, label: t(`types.${type}`) }));
  return (
    <FormDialog {...form}>
      <FormNameField name="description" label={t('description')} description={t('descriptionText')} />
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
    </FormDialog>
  );
}
