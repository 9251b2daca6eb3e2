import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../contract/shifts.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { useInvalidate } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseTime } from '#lib/times.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import { Refusal } from './Refusal.tsx';
import { useReservedQuestion } from './useReservedQuestion.tsx';

/** Asks when a shift that runs ends; now is suggested. */
export function EndDialog({
  shift,
  onClose,
  onDone,
}: {
  shift: Shift;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation('calendar');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const [initial] = useState(() => ({ time_to: dates.time(new Date().toISOString()) }));
  const [refusal, setRefusal] = useState<unknown>(null);
  const { ask, question } = useReservedQuestion(t('changeEnd'));
  return (
    <FormDialog
      title={t('endTitle', { name: shift.interpreter_name })}
      onClose={onClose}
      initialValues={initial}
      onSubmit={async ({ time_to }) => {
        setRefusal(null);
        try {
          const changes = { time_to: parseTime(time_to, { isEnd: true }) ?? time_to };
          await ask({
            send: (decisions) => shifts.update(shift.id, shift.etag, { ...changes, decisions }),
            affected: () => shifts.affected(shift.id, changes),
          });
        } catch (error) {
          setRefusal(error);
          throw error;
        }
        await invalidate(calendar.path, shifts.path);
      }}
      onDone={() => void onDone()}
      submit={t('changeEnd')}
    >
      <p>{t('endText', { time: shift.time_from })}</p>
      <Refusal error={refusal} shift={shift.id} schedule={null} />
      <FormTimeField name="time_to" label={t('to')} isEnd autoFocus />
      {question}
    </FormDialog>
  );
}
