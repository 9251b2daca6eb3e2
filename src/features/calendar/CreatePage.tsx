import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../contract/schedules.ts';
import { useInvalidate } from '#api/query.ts';
import { schedules } from '#api/schedules.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { RecordForm } from '#crud/RecordForm.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { randomId } from '#lib/randomId.ts';
import { useNavigate, useSearchParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { newDraft } from './newDraft.ts';
import { Occurrences } from './Occurrences.tsx';
import { withoutConflicts } from './previews.ts';
import { RepeatFields } from './RepeatFields.tsx';
import { draftBody, type ShiftValues } from './shiftForm.ts';
import { TermsFields, TimeFields } from './ShiftFields.tsx';
import { useNamedInterpreter } from '#domain/useNamedInterpreter.ts';

/** The page that creates a schedule, with a preview of each of its days. */
export function CreatePage() {
  const { t } = useTranslation(['calendar', 'crud']);
  const { dates } = useFormats();
  const { flags } = useTenant();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [address] = useSearchParams();
  const { interpreter, isComing } = useNamedInterpreter(address.get('interpreter'));
  const added = useRef<Schedule | null>(null);
  // One idempotency key per body, so a repeated request after a lost response creates no second record.
  const sent = useRef({ text: '', key: '' });
  useDocumentTitle(t('add'));

  const send = async (values: ShiftValues) => {
    const draft = draftBody(values);
    if (!draft) return;
    const body = values.skip ? await withoutConflicts(draft, { kind: 'draft', draft }) : draft;
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: randomId() };
    added.current = await schedules.create(body, sent.current.key);
  };
  const leave = async () => {
    if (!added.current) return;
    const { date, days_out } = added.current;
    toast({
      title: t('added'),
      tone: 'success',
      description: days_out.length > 0 ? t('daysOut', { number: days_out.length }) : undefined,
    });
    await navigate(`${paths.calendar.list.href()}?day=${date}`, { replace: true });
    await invalidate(calendar.path, shifts.path, schedules.path);
  };
  return (
    <Stack $gap={6}>
      <PageHead title={t('add')} crumbs={[{ label: t('title'), href: paths.calendar.list.href() }]} />
      {isComing ? (
        <RecordSkeleton />
      ) : (
        <RecordForm<ShiftValues>
          label={t('add')}
          initialValues={newDraft(address, { today: dates.today(), flags, interpreter })}
          onSubmit={send}
          onDone={() => void leave()}
          submitLabel={t('crud:create')}
          cancelHref={paths.calendar.list.href()}
        >
          <FieldGroup title={t('when')}>
            <TimeFields />
            <RepeatFields />
          </FieldGroup>
          <FieldGroup title={t('what')}>
            <TermsFields />
          </FieldGroup>
          <FieldGroup title={t('days')}>
            <Occurrences />
          </FieldGroup>
        </RecordForm>
      )}
    </Stack>
  );
}
