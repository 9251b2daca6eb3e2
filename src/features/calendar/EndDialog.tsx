import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../contract/shifts.ts';
import { calendar, shifts } from '#api/shifts.ts';
import { useInvalidate } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { parseTime } from '#lib/times.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
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
    <Dialog isOpen onClose={onClose} title={t('endTitle', { name: shift.interpreter_name })}>
      <Form
        initialValues={initial}
        hasSummary={false}
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
      >
        <p>{t('endText', { time: shift.time_from })}</p>
        <Refusal error={refusal} shift={shift.id} schedule={null} />
        <FormTimeField name="time_to" label={t('to')} isEnd autoFocus />
        {question}
        <FormActs onCancel={onClose} variant="primary">
          {t('changeEnd')}
        </FormActs>
      </Form>
    </Dialog>
  );
}
