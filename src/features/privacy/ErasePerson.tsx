import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonPrivacy } from '../../../contract/privacy.ts';
import { erasures, privacy } from '#api/privacy.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { PeopleActionDialog } from '#domain/coverage/PeopleActionDialog.tsx';
import { usePeopleChanged } from '#domain/coverage/usePeopleChanged.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { required } from '#ui/form/checks.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';

/** Explains what an erasure does, and erases a person after they were named once more. */
export function ErasePerson({ person: { id, name, email, refusal } }: { person: PersonPrivacy }) {
  const { t } = useTranslation('privacy');
  const errorMessage = useErrorMessage();
  const changed = usePeopleChanged();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('erase')}
      action={
        <Button
          variant="destructive"
          icon={<Eraser aria-hidden />}
          isDisabled={refusal !== null}
          onPress={() => setOpen(true)}
        >
          {t('erase')}
        </Button>
      }
    >
      {refusal !== null && <Banner tone="warning">{errorMessage(new ApiError(refusal))}</Banner>}
      <p>{t('eraseIntro')}</p>
      <PeopleActionDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('eraseTitle', { name })}
        confirm={t('erase')}
        query={{ act: 'delete', id: [id] }}
        initialValues={{ confirmation: '' }}
        send={async ({ confirmation }, reservations) => {
          await privacy.erase(id, { confirmation: confirmation.trim(), reservations });
        }}
        onDone={() => {
          toast({ title: t('erased'), tone: 'success' });
          void navigate(paths.privacy.list.href());
          void changed().then(() => invalidate(erasures.path));
        }}
      >
        <p>{t('eraseText')}</p>
        <FormTextField
          name="confirmation"
          label={t('confirmation')}
          description={t('confirmationHint', { name, email })}
          validate={required}
          maxLength={254}
          autoComplete="off"
          autoFocus
        />
      </PeopleActionDialog>
    </Panel>
  );
}
