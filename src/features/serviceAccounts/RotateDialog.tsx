import { useTranslation } from 'react-i18next';
import { rotationOverlaps } from '../../../contract/serviceAccountNames.ts';
import type { ServiceAccount } from '../../../contract/serviceAccounts.ts';
import { useInvalidate } from '#api/query.ts';
import { rotateSecret, serviceAccounts } from '#api/serviceAccounts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { type DaysChoice, useDays } from './useDays.ts';

type Overlap = (typeof rotationOverlaps)[number];
type Values = { days: DaysChoice | null; overlap: `${Overlap}` | null };

type RotateDialogProps = {
  account: ServiceAccount;
  onClose: () => void;
  /** Receives the new secret, also if the dialog was closed meanwhile. */
  onSecret: (secret: string) => void;
};

/** Replaces the secret of an account. */
export function RotateDialog({ account: { id, name }, onClose, onSecret }: RotateDialogProps) {
  const { t } = useTranslation('serviceAccounts');
  const invalidate = useInvalidate();
  const days = useDays();
  const overlaps = rotationOverlaps.map((hours) => ({
    value: `${hours}` as const,
    label: hours === 0 ? t('atOnce') : t('hours', { count: hours }),
  }));

  const rotate = async (values: Values) => {
    const overlap_hours = rotationOverlaps.find((hours) => `${hours}` === values.overlap) ?? 24;
    const rotated = await rotateSecret(id, { days: days.daysOf(values.days), overlap_hours });
    onClose();
    onSecret(rotated.secret);
    await invalidate(serviceAccounts[0]);
  };
  const first: Values = { days: days.first, overlap: '24' };
  return (
    <Dialog isOpen onClose={onClose} title={t('rotateTitle', { name })}>
      <Form initialValues={first} onSubmit={rotate} hasSummary={false}>
        <FormSelect name="overlap" label={t('overlapLabel')} choices={overlaps} />
        <FormSelect name="days" label={t('newValid')} choices={days.choices} />
        <FormActs onCancel={onClose}>{t('rotate')}</FormActs>
      </Form>
    </Dialog>
  );
}
