import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '#lib/router.ts';
import { keepDraft, setAside } from '#session/drafts.ts';
import { userAtom } from '#session/session.ts';
import { useTakenDraft } from '#session/useTakenDraft.ts';
import { Banner } from '#ui/Banner.tsx';
import { Form, type FormProps } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormDraft } from '#ui/form/FormDraft.tsx';
import { SaveBar, type SaveBarProps } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';

type RecordFormProps<Values extends Record<string, unknown>> = FormProps<Values> &
  SaveBarProps & {
    /** Components inside the form that render no field, such as `FormBaseline`. */
    aside?: ReactNode;
  };

/** The form of a record: asks before unsaved changes are lost, keeps a draft when the session ends or the page reloads into a new release, and shows a save bar. */
export function RecordForm<Values extends Record<string, unknown>>({
  submitLabel,
  cancelHref,
  onCancel,
  aside,
  children,
  ...form
}: RecordFormProps<Values>) {
  const { t } = useTranslation('crud');
  const { pathname } = useLocation();
  const person = useAtomValue(userAtom)?.id ?? '';
  // When the draft is stored the person is signed out already, so both values are those of the first render.
  const [owner] = useState(person);
  const draft = useTakenDraft<Partial<Values>>(pathname, person);
  return (
    <FormCard>
      <Form {...form} hasFailure={false}>
        {draft && <Banner tone="info">{t('draftBack')}</Banner>}
        {children}
        {aside}
        <SaveBar submitLabel={submitLabel} cancelHref={cancelHref} onCancel={onCancel} />
        <FormDraft
          draft={draft}
          onUnmount={(values) => keepDraft(pathname, owner, values)}
          onReload={(values) => setAside(pathname, owner, values)}
        />
        <UnsavedGuard />
      </Form>
    </FormCard>
  );
}
