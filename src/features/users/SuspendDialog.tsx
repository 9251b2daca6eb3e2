import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { User } from '../../../contract/users.ts';
import { users } from '#api/users.ts';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { fullName } from '#domain/personName.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseDay } from '#lib/dates.ts';
import { FormDayField } from '#ui/form/FormDayField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { reason } from '#ui/form/recordChecks.ts';
import { toast } from '#ui/toast.ts';

/** Suspends a user with a reason and an end. */
export function SuspendDialog({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('users');
  const changed = usePeopleChanged();
  const suspended = useRef<User | null>(null);
  const { dates } = useFormats();
  const today = dates.today();
  const expiresOf = ({ expires }: { expires: string }) => {
    const day = parseDay(expires);
    if (day && day >= today) return dates.endOfDay(day);
    return expires.trim() ? undefined : null;
  };
  return (
    <PeopleActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('suspendTitle', { name: fullName(user) })}
      confirm={t('suspend')}
      query={{ act: 'suspend', id: [user.id] }}
      initialValues={{ reason: '', expires: '' }}
      expiresOf={expiresOf}
      send={async (values, reservations) => {
        const suspension = { reason: values.reason.trim(), expires: expiresOf(values), reservations };
        suspended.current = await users.suspend(user.id, suspension);
      }}
      onDone={() => {
        toast({ title: t('done.suspend', { name: fullName(user) }), tone: 'success' });
        void changed(suspended.current);
      }}
    >
      <p>{t('suspendText')}</p>
      <FormTextField name="reason" label={t('reason')} validate={reason} maxLength={bounds.reason.max} autoFocus />
      <FormDayField
        name="expires"
        label={t('suspendUntil')}
        description={t('suspendUntilHint')}
        isOptional
        min={today}
      />
    </PeopleActionDialog>
  );
}
