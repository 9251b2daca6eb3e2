import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { privacy } from '#api/privacy.ts';
import { useInvalidate } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseDay } from '#lib/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason } from '#ui/form/recordChecks.ts';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';

/** The button and the dialog that put a person under a legal hold. */
export function HoldPerson({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('privacy');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<Lock aria-hidden />} onPress={() => setOpen(true)}>
        {t('hold')}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('holdTitle', { name })}>
        <Form
          initialValues={{ reason: '', ends: '' }}
          hasSummary={false}
          onSubmit={async (values) => {
            const day = parseDay(values.ends) ?? dates.today();
            await privacy.hold(id, { reason: values.reason.trim(), ends: dates.endOfDay(day) });
          }}
          onDone={() => {
            close();
            toast({ title: t('holdSet', { name }), tone: 'success' });
            void invalidate(privacy.path);
          }}
        >
          <Stack $gap={4}>
            <p>{t('holdText')}</p>
            <FormTextField
              name="reason"
              label={t('reason')}
              validate={reason}
              maxLength={bounds.reason.max}
              autoFocus
            />
            <FormDayField name="ends" label={t('lastDay')} min={dates.today()} />
            <FormActs onCancel={close}>{t('hold')}</FormActs>
          </Stack>
        </Form>
      </Dialog>
    </>
  );
}
