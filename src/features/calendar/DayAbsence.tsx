import { AbsenceNotice } from '#domain/absences/AbsenceNotice.tsx';
import { usePlannedSpan } from '#domain/absences/usePlannedSpan.ts';
import { decodeChoice } from '#ui/form/encodedChoice.ts';
import { useFormValues } from '#ui/form/useFormValues.ts';
import type { ShiftValues } from './shiftForm.ts';

/** Warns that the interpreter of the surrounding form is away at the time of its one day. */
export function DayAbsence() {
  const values = useFormValues<ShiftValues>();
  const interpreter = decodeChoice(values.interpreter);
  const span = usePlannedSpan(values);
  return <AbsenceNotice people={interpreter ? [{ id: interpreter.value, name: interpreter.label }] : []} span={span} />;
}
