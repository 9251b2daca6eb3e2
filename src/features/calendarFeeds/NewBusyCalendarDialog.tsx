import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { type BusyKind, busyKinds, maxCalendarAddress } from '../../../contract/busyCalendarLimits.ts';
import { busyCalendars } from '#api/busyCalendars.ts';
import { useInvalidate } from '#api/query.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name as checkName } from '#ui/form/recordChecks.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { useSubmitting } from '#ui/form/useSubmitting.ts';
import { Muted } from '#ui/Muted.ts';
import { toast } from '#ui/toast.ts';

type Values = { name: string; address: string; kind: BusyKind };

/** Adds a calendar that the person has elsewhere. The server reads it at once, which takes some seconds. */
export function NewBusyCalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['calendarFeeds', 'crud']);
  const invalidate = useInvalidate();
  const add = async ({ name, address, kind }: Values) => {
    await busyCalendars.add({ name: name.trim(), address: address.trim(), kind });
    await invalidate(busyCalendars.path, 'busy_times/');
  };
  const done = () => {
    toast({ title: t('busy.added'), tone: 'success' });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('busy.add')}>
      <Form<Values>
        initialValues={{ name: '', address: '', kind: 'leave' }}
        onSubmit={add}
        onDone={done}
        hasSummary={false}
      >
        <FormTextField
          name="name"
          label={t('name')}
          description={t('busy.nameText')}
          validate={checkName}
          maxLength={bounds.name.max}
          autoComplete="off"
          autoFocus
        />
        <FormTextField
          name="address"
          label={t('busy.address')}
          description={t('busy.addressText')}
          validate={required}
          maxLength={maxCalendarAddress}
          inputMode="url"
          autoComplete="off"
        />
        <FormSelect
          name="kind"
          label={t('busy.kind')}
          choices={busyKinds.map((kind) => ({ value: kind, label: t(`busy.kinds.${kind}`) }))}
        />
        <Progress />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton>{t('busy.create')}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}

/** Says that the calendar is being read. */
function Progress() {
  const { t } = useTranslation('calendarFeeds');
  return <div role="status">{useSubmitting() && <Muted as="p">{t('busy.creating')}</Muted>}</div>;
}
