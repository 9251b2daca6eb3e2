import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flags } from '../../../contract/flags.ts';
import type { Schedule } from '../../../contract/schedules.ts';
import { useInvalidate } from '#api/query.ts';
import { schedules } from '#api/schedules.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { RecordForm } from '#crud/RecordForm.tsx';
import { useNamedInterpreter } from '#domain/useNamedInterpreter.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { addDays, parseDay, typedDay } from '#lib/dates.ts';
import { randomId } from '#lib/randomId.ts';
import { useNavigate, useSearchParams } from '#lib/router.ts';
import { parseTime } from '#lib/times.ts';
import { paths } from '#paths.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { encodeChoice } from '#ui/form/encodedChoice.ts';
import { FieldGroup } from '#ui/form/FieldGroup.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { FormSwitch } from '#ui/form/FormSwitch.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import type { Choice } from '#ui/Select.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { DayList } from './DayList.tsx';
import { withoutConflicts } from './previews.ts';
import { PreviewHint, PreviewRoot, PreviewSum } from './previewStyles.ts';
import { RepeatFields } from './RepeatFields.tsx';
import { TermsFields, TimeFields } from './ShiftFields.tsx';
import { draftBody, missingFields, type ShiftValues } from './shiftForm.ts';
import { usePreview } from './usePreview.ts';

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

/** The initial values of a new schedule: from the address if the calendar filled it, otherwise tomorrow, at usual hours, open for reservations, and on site if live. */
function newDraft(
  address: URLSearchParams,
  {
    today,
    flags,
    interpreter,
  }: { today: string; flags: Pick<Flags, 'online' | 'reservations'>; interpreter: Choice | null },
): ShiftValues {
  const day = (name: string) => {
    const iso = address.get(name);
    return iso && parseDay(iso) === iso ? iso : null;
  };
  const date = day('date') ?? addDays(today, 1);
  const until = day('until');
  return {
    interpreter: encodeChoice(interpreter),
    date: typedDay(date),
    time_from: parseTime(address.get('time_from') ?? '') ?? '08:00',
    time_to: parseTime(address.get('time_to') ?? '', { isEnd: true }) ?? '16:00',
    repeat: until ? 'daily' : 'once',
    until: until ? typedDay(until) : '',
    request_type: flags.online ? 'online' : 'live',
    communication_type: 'interpretation',
    location_type: 'site',
    address: '',
    travel_time: '0',
    allowReservations: flags.reservations,
    emergency: false,
    skip: false,
    back: [],
  };
}

/** A preview of every day of the schedule in the surrounding form: possible, or its conflict. */
function Occurrences() {
  const { t } = useTranslation('calendar');
  const errorMessage = useErrorMessage();
  const values = useFormValues<ShiftValues>();
  const draft = draftBody(values);
  const { days, error, isWaiting } = usePreview(draft && { kind: 'draft', draft });
  if (error) return <Banner tone="warning">{errorMessage(error)}</Banner>;
  if (!days)
    return (
      <PreviewHint>
        {isWaiting
          ? t('previewWaits')
          : t('previewHint', {
              fields: missingFields(values)
                .map((field) => t(field))
                .join(', '),
            })}
      </PreviewHint>
    );
  const refused = days.occurrences.filter(({ verdict }) => verdict === 'refused').length;
  return (
    <PreviewRoot aria-busy={isWaiting}>
      <PreviewSum role="status">
        {refused === 0
          ? t('allFree', { number: days.occurrences.length })
          : t('someRefused', { number: refused, all: days.occurrences.length })}
      </PreviewSum>
      {refused > 0 && refused < days.occurrences.length && (
        <FormSwitch name="skip" label={t('skip')} description={t('skipHint')} />
      )}
      <DayList
        label={t('days')}
        days={days}
        isSkipping={values.skip}
        describe={() => t('isFree')}
        describeLeftOut={() => t('leftOut')}
      />
    </PreviewRoot>
  );
}
