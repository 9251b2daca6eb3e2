import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Schedule } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { ApiError } from '#api/problem.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { changedParts } from '#lib/changedParts.ts';
import { parseDay, typedDay } from '#lib/dates.ts';
import { type Choice, type Clash, ConflictDialog } from '#ui/form/ConflictDialog.tsx';
import { decodeChoice, encodeChoice } from '#ui/form/encodedChoice.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormDraft } from '#ui/form/FormDraft.tsx';
import { FormMultiSelect } from '#ui/form/FormMultiSelect.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { space } from '#ui/theme.ts';
import { isRepeatable, type PlannedChange, plannedChange } from './plannedChange.ts';
import { withoutConflicts } from './previews.ts';
import type { Proposal } from './proposal.ts';
import { Refusal } from './Refusal.tsx';
import { RepeatFields } from './RepeatFields.tsx';
import { affectedBy, type Saved, saveShift, type Scope } from './scope.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { SeriesPreview } from './SeriesPreview.tsx';
import { TermsFields, TimeFields } from './ShiftFields.tsx';
import { seriesValues, type ShiftValues } from './shiftForm.ts';
import { useReservedQuestion } from './useReservedQuestion.tsx';
import { type ShiftDraft, useShiftDraft } from './useShiftDraft.ts';

type ShiftFormProps = {
  shift: Shift;
  schedule: Schedule;
  moved: Proposal | null;
  /** Values typed before the person left to look at conflicting reservations. */
  draft: ShiftDraft | null;
  /** Whether the person is closing the dialog: asks about unsaved changes. */
  isLeaving: boolean;
  onStay: () => void;
  onLeave: () => void;
  onCancel: () => void;
  onDone: (saved: Saved) => Promise<void>;
};

/** Changes one day, the following days, or the series. A move in the calendar fills in the form. */
export function ShiftForm({ shift, schedule, moved, draft, onCancel, onDone, ...leaving }: ShiftFormProps) {
  const { t } = useTranslation(['calendar', 'crud']);
  const { dates } = useFormats();
  const [scope, setScope] = useState<Scope>(draft?.scope ?? 'day');
  const saved = useRef<Saved>({ isTaken: true, shift: null });
  const keep = useShiftDraft(shift.id);
  const [refusal, setRefusal] = useState<unknown>(null);
  const { ask, question } = useReservedQuestion(t('crud:save'));
  // The version that the form was filled with; the shift itself may have been refetched since.
  const [base] = useState({ shift, schedule });
  const before = seriesValues(base.shift, base.schedule);
  const initial = moved ? movedValues(before, moved, (instant) => dates.time(new Date(instant).toISOString())) : before;
  const { decide, conflict } = useVersionChoice(before);
  const draftOf = (changed: Partial<ShiftValues>) => ({
    scope,
    values: { ...changedParts<Partial<ShiftValues>>(before, initial), ...changed },
  });
  const planOf = (values: ShiftValues) => plannedChange(base, scope, values);
  const send = async (values: ShiftValues) => {
    setRefusal(null);
    const { scope: meant, changes, previewed } = planOf(values);
    if (Object.keys(changes).length === 0) return;
    try {
      const body = previewed && values.skip ? await withoutConflicts(changes, previewed) : changes;
      saved.current = await ask({
        send: (decisions) => saveShift(meant, base, { ...body, decisions }, decide(values)),
        affected: () => affectedBy(meant, base, body),
      });
    } catch (error) {
      setRefusal(error);
      throw error;
    }
  };
  const refused = (error: unknown, values: ShiftValues) => (
    <Refusal
      error={error}
      shift={shift.id}
      schedule={planOf(values).scope === 'day' ? null : schedule.id}
      onGo={() => keep.aside({ scope, values: changedParts(before, values) })}
    />
  );
  const movesDay = moved !== null && moved.day !== shift.date;
  return (
    <Form
      label={t('change')}
      hasSummary={false}
      initialValues={initial}
      onSubmit={send}
      onDone={() => void onDone(saved.current)}
    >
      {refusal !== null && <FormPart>{(values: ShiftValues) => refused(refusal, values)}</FormPart>}
      {schedule.repeat !== 'once' && <ScopeChoice value={scope} onChange={setScope} isDayOnly={movesDay} />}
      <Fields>
        <FormPart>
          {(values: ShiftValues) => (
            <PlannedFields
              schedule={schedule}
              plan={planOf(values)}
              canBegin={isRepeatable(base, values)}
              toReservations={refusal === null && refused(new ApiError('shift_reserved'), values)}
            />
          )}
        </FormPart>
      </Fields>
      {question}
      {conflict}
      <FormDraft
        draft={draft?.values ?? null}
        onUnmount={(changed: Partial<ShiftValues>) => keep.overSignIn(draftOf(changed))}
        onReload={(changed: Partial<ShiftValues>) => keep.aside(draftOf(changed))}
      />
      <UnsavedGuard {...leaving} />
      <FormActs onCancel={onCancel}>{t('crud:save')}</FormActs>
    </Form>
  );
}

/** The values of a shift after a move in the calendar. `time` formats an instant in milliseconds. */
function movedValues(before: ShiftValues, { lane, day, span }: Proposal, time: (at: number) => string): ShiftValues {
  return {
    ...before,
    interpreter: encodeChoice({ value: lane.id, label: lane.name }),
    date: typedDay(day),
    time_from: span ? time(span.from) : before.time_from,
    time_to: span ? time(span.to) : before.time_to,
  };
}

/** Asks which version counts if somebody else has changed the shift meanwhile. `conflict` is the question. */
function useVersionChoice(before: ShiftValues) {
  const formatValue = useShiftValueFormatter();
  const [clash, setClash] = useState<Clash<ShiftValues> | null>(null);
  const decide = (mine: ShiftValues) => async (item: Shift | Schedule) => {
    // A single day has no repetition, so its fields cannot conflict.
    const { repeat, until } = 'repeat' in item ? item : { repeat: mine.repeat, until: parseDay(mine.until) ?? '' };
    const theirs = { ...seriesValues(item, { repeat, until }), skip: mine.skip, back: mine.back };
    const choice = await new Promise<Choice>((made) => setClash({ base: before, theirs, mine, decide: made }));
    setClash(null);
    return choice;
  };
  return { decide, conflict: <ConflictDialog<ShiftValues> clash={clash} formatValue={formatValue} /> };
}

type PlannedFieldsProps = {
  schedule: Schedule;
  plan: PlannedChange;
  /** Whether a single shift may begin to repeat. */
  canBegin: boolean;
  /** The way to conflicting reservations; false: it is shown elsewhere. */
  toReservations: ReactNode;
};

/** The fields of a planned change, and the preview of a series. */
function PlannedFields({ schedule, plan: { firstDay, previewed }, canBegin, toReservations }: PlannedFieldsProps) {
  const mayRepeat = firstDay !== null || canBegin;
  return (
    <>
      <TimeFields firstDay={schedule.repeat === 'once' ? null : firstDay} isDayAlone={!mayRepeat} />
      {mayRepeat && <RepeatFields first={firstDay ?? schedule.date} />}
      {firstDay !== null && <DaysBackField daysOut={schedule.days_out} firstDay={firstDay} />}
      <TermsFields />
      {previewed && <SeriesPreview previewed={previewed} toReservations={toReservations} />}
    </>
  );
}

/** A part of the form that depends on its values. */
function FormPart({ children }: { children: (values: ShiftValues) => ReactNode }) {
  return children(useFormValues<ShiftValues>());
}

/** The field for the days to come that a series leaves out, from its first changed day on; nothing without such days. */
function DaysBackField({ daysOut, firstDay }: { daysOut: readonly string[]; firstDay: string }) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const days = daysOut.filter((day) => day >= firstDay && day >= dates.today());
  if (days.length === 0) return null;
  return (
    <FormMultiSelect
      name="back"
      label={t('daysBack')}
      choices={days.map((day) => ({ value: day, label: `${dates.weekday(day)} ${dates.day(day)}` }))}
    />
  );
}

/** Formats the values of a shift's form, for the comparison of two versions. */
function useShiftValueFormatter() {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  return (name: keyof ShiftValues & string, value: ShiftValues[keyof ShiftValues]): string | undefined => {
    if (Array.isArray(value)) return value.map(dates.day).join(', ');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (name === 'interpreter') return decodeChoice(value)?.label;
    if (value === 'once' || value === 'daily' || value === 'weekdays' || value === 'weekly')
      return t(`repeats.${value}`);
    if (name === 'request_type' && (value === 'online' || value === 'live')) return t(`channels.${value}`);
    if (name === 'location_type' && (value === 'remote' || value === 'site')) return t(value);
    if (value === 'interpretation' || value === 'transcription' || value === 'both') return t(`kinds.${value}`);
    return value;
  };
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 180px), 1fr));
  gap: ${space(3)} ${space(4)};
  align-items: start;
`;
