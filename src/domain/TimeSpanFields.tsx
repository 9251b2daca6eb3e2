import { useTranslation } from 'react-i18next';
import { spanText, wallSpan, type WallTimes } from '../../contract/wallSpan.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseTime } from '#lib/times.ts';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import { useFormValues } from '#ui/form/formState.ts';
import type { Validate } from '#ui/form/useFormField.ts';

/** The typed times as `HH:mm`; null while one of them cannot be read. */
function readTimes({ time_from, time_to }: WallTimes): WallTimes | null {
  const [from, to] = [parseTime(time_from), parseTime(time_to, { isEnd: true })];
  return from && to ? { time_from: from, time_to: to } : null;
}

const isSpan: Validate<string> = (_value, values) => {
  const times = readTimes(values as WallTimes);
  return times && !wallSpan(times) ? 'errors:check_dates' : undefined;
};

type TimeSpanFieldsProps = {
  labels: { from: string; to: string };
  /** What stands below the start. */
  description?: string;
  isDisabled?: boolean;
};

/**
 * The fields `time_from` and `time_to` of the surrounding form. Below the end stands what the times mean: `22:00–06:00 +1 · 8 hrs`
 * (Q21).
 */
export function TimeSpanFields({ labels, description, isDisabled = false }: TimeSpanFieldsProps) {
  useTranslation('errors');
  const { numbers } = useFormats();
  const times = readTimes(useFormValues<WallTimes>());
  const span = times && wallSpan(times);
  const meaning = times && span ? `${spanText(times)} · ${numbers.duration(span.minutes)}` : undefined;
  return (
    <>
      <FormTimeField name="time_from" label={labels.from} description={description} isDisabled={isDisabled} />
      <FormTimeField
        name="time_to"
        label={labels.to}
        description={meaning}
        isDisabled={isDisabled}
        validate={isSpan}
        isEnd
      />
    </>
  );
}
