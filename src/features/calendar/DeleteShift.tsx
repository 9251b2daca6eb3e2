import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../contract/schedules.ts';
import type { Shift } from '../../../contract/shifts.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Stack } from '#ui/Stack.ts';
import { Refusal } from './Refusal.tsx';
import { affectedBy, removeShift, type Scope } from './scope.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { useReservedQuestion } from './useReservedQuestion.tsx';

type DeleteShiftProps = {
  shift: Shift;
  schedule: Schedule;
  title: string;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Deletes one day, the following days, or the series, after a question. */
export function DeleteShift({ shift, schedule, title, onClose, onDone }: DeleteShiftProps) {
  const { t } = useTranslation(['calendar', 'crud']);
  const [scope, setScope] = useState<Scope>('day');
  const [refusal, setRefusal] = useState<unknown>(null);
  const { ask, question } = useReservedQuestion(t('crud:delete'));
  const act = async () => {
    setRefusal(null);
    try {
      const parts = { shift, schedule };
      await ask({
        send: (decisions) => removeShift(scope, parts, decisions),
        affected: () => affectedBy(scope, parts),
      });
    } catch (error) {
      setRefusal(error);
      throw error;
    }
    await onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('crud:deleteTitle', { name: title })}
      confirm={t('crud:delete')}
      act={act}
    >
      <Stack $gap={4}>
        <Refusal error={refusal} shift={shift.id} schedule={scope === 'day' ? null : schedule.id} />
        {schedule.repeat !== 'once' && <ScopeChoice value={scope} onChange={setScope} />}
        <p>{t('crud:deleteText')}</p>
      </Stack>
      {question}
    </ConfirmDialog>
  );
}
