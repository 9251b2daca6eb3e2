import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '#lib/router.ts';
import { keepDraft, takeDraft } from '#session/drafts.ts';
import { userAtom } from '#session/session.ts';
import { Banner } from '#ui/Banner.tsx';
import { Form, type FormProps } from '#ui/form/Form.tsx';
import { FormCard } from '#ui/form/FormCard.tsx';
import { FormDraft } from '#ui/form/FormDraft.tsx';
import { SaveBar } from '#ui/form/SaveBar.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';

type RecordFormProps<Values extends Record<string, unknown>> = FormProps<Values> & {
  /** Null where nothing may be changed. */
  submitLabel: string | null;
  /** Where Cancel leads. */
  cancelHref: string;
  /** Beside the fields without being one: what watches the form. */
  aside?: ReactNode;
};

/** The form of a record: guarded against leaving, kept over an ended session, its save bar in sight. */
export function RecordForm<Values extends Record<string, unknown>>({
  submitLabel,
  cancelHref,
  aside,
  children,
  ...form
}: RecordFormProps<Values>) {
  const { t } = useTranslation('crud');
  const { pathname } = useLocation();
  const person = useAtomValue(userAtom)?.id ?? '';
  // The person is gone by the time the draft is kept: both are those of the beginning.
  const [owner] = useState(person);
  const [draft] = useState(() => takeDraft<Values>(pathname, person));
  return (
    <FormCard>
      <Form {...form}>
        {draft && <Banner tone="info">{t('draftBack')}</Banner>}
        {children}
        {aside}
        {submitLabel !== null && <SaveBar submitLabel={submitLabel} cancelHref={cancelHref} />}
        <FormDraft draft={draft} onUnmount={(values) => keepDraft(pathname, owner, values)} />
        <UnsavedGuard />
      </Form>
    </FormCard>
  );
}
