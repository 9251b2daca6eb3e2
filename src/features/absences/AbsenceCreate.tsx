import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { absenceKinds } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import { absences } from '#api/absences.ts';
import { useInvalidate } from '#api/query.ts';
import { RecordForm } from '#crud/RecordForm.tsx';
import { useIsOneself } from '#domain/useIsOneself.ts';
import { useNamedInterpreter } from '#domain/useNamedInterpreter.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { randomId } from '#lib/randomId.ts';
import { typedDay } from '#lib/dates.ts';
import { useNavigate, useSearchParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Banner } from '#ui/Banner.tsx';
import { decodeChoice, encodeChoice } from '#ui/form/encodedChoice.ts';
import { useFormValues } from '#ui/form/formState.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { RecordSkeleton } from '#ui/RecordSkeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { AbsenceFields } from './AbsenceFields.tsx';
import { type AbsenceValues, toAbsence, toTerms } from './absenceForm.ts';
import { Consequences, countsOf } from './Consequences.tsx';
import { touched } from './resource.ts';
import { usePreview } from './usePreview.ts';

/** Null: the bookings are shown, but not ready to be decided. */
type Decided = BookingDecision[] | null;

/** Reports an illness, asks for leave, or enters somebody's absence: `/dashboard/absences/create`. */
export function AbsenceCreate() {
  const { t } = useTranslation(['absences', 'shell']);
  const { dates, numbers } = useFormats();
  const [address] = useSearchParams();
  const plans = !useIsOneself();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const created = useRef<Absence | null>(null);
  const decided = useRef<Decided>([]);
  const onReady = useRef<() => void>(() => undefined);
  // One idempotency key per body, so a repeated request after a lost response enters no second absence.
  const sent = useRef({ text: '', key: '' });
  const kind = absenceKinds.find((known) => known === address.get('kind')) ?? (plans ? 'illness' : 'leave');
  const isReport = !plans && kind === 'illness';
  const title = plans ? t('shell:addAbsence') : t(isReport ? 'reportIllness' : 'askForLeave');
  useDocumentTitle(title);
  const { interpreter, isComing } = useNamedInterpreter(plans ? address.get('person') : null);
  const isTimed = address.has('time_from');
  const dayOf = (name: string) => typedDay(address.get(name) ?? (isReport ? dates.today() : ''));
  const list = paths.absences.list.href();
  return (
    <Stack $gap={6}>
      <PageHead title={title} crumbs={[{ label: t('title'), href: list }]} />
      {isComing ? (
        <RecordSkeleton />
      ) : (
        <RecordForm<AbsenceValues>
          label={title}
          initialValues={{
            person: encodeChoice(interpreter),
            kind,
            span: isTimed ? 'hours' : 'days',
            date_from: dayOf('date_from'),
            date_to: dayOf('date_to'),
            time_from: address.get('time_from') ?? '',
            time_to: address.get('time_to') ?? '',
            note: '',
          }}
          onSubmit={async (values) => {
            // The table shows proposals before it has read all candidates; the decisions are complete only then.
            if (plans && !decided.current)
              await new Promise<void>((ready) => {
                onReady.current = ready;
              });
            const body = { ...toAbsence(values), decisions: plans ? (decided.current ?? []) : undefined };
            const text = JSON.stringify(body);
            if (sent.current.text !== text) sent.current = { text, key: randomId() };
            created.current = await absences.create(body, sent.current.key);
          }}
          onDone={() => {
            if (!created.current) return;
            const { replaced, short } = countsOf(decided.current ?? []);
            toast({
              title: t(`done.${created.current.state}`),
              description:
                replaced + short > 0
                  ? t('done.decided', { replaced: numbers.count(replaced), short: numbers.count(short) })
                  : undefined,
              tone: 'success',
            });
            void navigate(paths.absences.record.href({ id: created.current.id }), { replace: true });
            void invalidate(...touched);
          }}
          submitLabel={plans ? t('save') : t(isReport ? 'report' : 'ask')}
          cancelHref={list}
        >
          <Fields
            plans={plans}
            onDecide={(decisions) => {
              decided.current = decisions;
              if (decisions) onReady.current();
            }}
          />
        </RecordForm>
      )}
    </Stack>
  );
}

function Fields({ plans, onDecide }: { plans: boolean; onDecide: (decisions: Decided) => void }) {
  const errorMessage = useErrorMessage();
  const values = useFormValues<AbsenceValues>();
  const me = useAtomValue(userAtom)?.id ?? '';
  const person = plans ? decodeChoice(values.person)?.value : me;
  const terms = toTerms(values);
  const { preview, error } = usePreview(terms && person ? { ...terms, person: plans ? person : undefined } : null);
  const isDecidable = preview !== null;
  // Decisions about the bookings of another time are not sent: the server refuses until somebody has seen those of this time.
  useEffect(() => {
    if (!isDecidable) onDecide([]);
  });
  return (
    <>
      {!plans && <Told bookings={preview?.bookings.length ?? 0} isIllness={values.kind === 'illness'} />}
      <AbsenceFields asksWho={plans} preview={preview} />
      {error !== null && <Banner tone="warning">{errorMessage(error)}</Banner>}
      {preview && plans && <Consequences preview={preview} onDecide={onDecide} />}
    </>
  );
}

/** What an interpreter reads before they report or ask. */
function Told({ bookings, isIllness }: { bookings: number; isIllness: boolean }) {
  const { t } = useTranslation('absences');
  return (
    <p role="status">
      {t(isIllness ? 'tells.report' : 'tells.ask')} {bookings > 0 && t('tells.bookings', { count: bookings })}
    </p>
  );
}
