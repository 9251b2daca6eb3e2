import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInForce } from '../../../contract/absenceNames.ts';
import type { Absence } from '../../../contract/absences.ts';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import { absences } from '#api/absences.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { useIsOneself } from '#domain/useIsOneself.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { typedDay } from '#lib/dates.ts';
import { Banner } from '#ui/Banner.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { toast } from '#ui/toast.ts';
import { AbsenceFields } from './AbsenceFields.tsx';
import { type AbsenceValues, toAbsence, toTerms } from './absenceForm.ts';
import { Consequences } from './Consequences.tsx';
import { touched } from './resource.ts';
import { usePreview } from './usePreview.ts';

/** The values of the form for an absence. */
const valuesOf = (absence: Absence): AbsenceValues => ({
  person: '',
  kind: absence.kind,
  span: absence.time_from === null && absence.time_to === null ? 'days' : 'hours',
  date_from: typedDay(absence.date_from),
  date_to: typedDay(absence.date_to),
  time_from: absence.time_from ?? '00:00',
  time_to: absence.time_to ?? '24:00',
  note: absence.note ?? '',
});

/** Changes an absence. Planners decide about the bookings that one in force newly takes away. */
export function EditDialog({ absence, onClose }: { absence: Absence; onClose: () => void }) {
  const { t } = useTranslation(['absences', 'crud']);
  const saved = useSaved();
  const invalidate = useInvalidate();
  const decides = !useIsOneself() && isInForce(absence.state);
  // The version that the form was filled with; the absence itself may have been refetched since.
  const [base] = useState(absence);
  const [decisions, setDecisions] = useState<BookingDecision[] | null>(null);
  return (
    <FormDialog<AbsenceValues>
      size="wide"
      title={t('crud:editTitle', { name: absence.person_name })}
      onClose={onClose}
      initialValues={valuesOf(base)}
      onSubmit={async (values) => {
        const { person: _, ...changes } = toAbsence(values);
        const body = decides ? { ...changes, decisions: decisions ?? [] } : changes;
        const after = await absences.update(base.id, base.etag, body).catch(async (error: unknown) => {
          // Somebody else may have changed it: the form begins with their version when it is opened again.
          await invalidate(absences.path);
          throw error;
        });
        await saved(absences.one(after.id), after, ...touched);
      }}
      onDone={() => {
        toast({ title: t('done.changed'), tone: 'success' });
        onClose();
      }}
      submit={t('save')}
      button={{ isDisabled: decides && !decisions }}
    >
      <Fields absence={absence} decides={decides} onDecide={setDecisions} />
    </FormDialog>
  );
}

function Fields({
  absence,
  decides,
  onDecide,
}: {
  absence: Absence;
  decides: boolean;
  onDecide: (decisions: BookingDecision[] | null) => void;
}) {
  const errorMessage = useErrorMessage();
  const terms = toTerms(useFormValues<AbsenceValues>());
  const { preview, error } = usePreview(terms && { ...terms, absence: absence.id });
  const isKnown = preview !== null;
  const hasFailed = error !== null;
  const report = useEffectEvent(onDecide);
  // Decisions about the bookings of another time are not sent.
  useEffect(() => {
    if (!isKnown) report(hasFailed ? [] : null);
  }, [isKnown, hasFailed]);
  return (
    <>
      <AbsenceFields asksWho={false} preview={preview} />
      {hasFailed && <Banner tone="warning">{errorMessage(error)}</Banner>}
      {preview && decides && <Consequences preview={preview} onDecide={onDecide} />}
    </>
  );
}
