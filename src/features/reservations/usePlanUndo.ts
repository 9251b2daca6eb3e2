import { useTranslation } from 'react-i18next';
import type { PlanAct, PlanUndoResults } from '../../../contract/reservationPlans.ts';
import { useInvalidate } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { toast } from '#ui/toast.ts';
import type { OpenRow } from './usePlanRows.ts';

/** What was done with rows of a plan, how many people will be told, and until when it may be undone. */
export type AppliedPlan = { act: PlanAct; rows: readonly OpenRow[]; told: number; until: string | null };

/** Says in a toast what was done with a plan, and offers to undo it as long as nobody has been told. */
export function usePlanUndo(onUndone: (rows: readonly OpenRow[], results: PlanUndoResults) => void) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const undo = async (rows: readonly OpenRow[]) => {
    try {
      const undone = await reservations.undoPlan([...new Set(rows.map(({ pair }) => pair.reservation))]);
      const kept = undone.results.filter(({ refusal }) => refusal !== null).length;
      onUndone(rows, undone);
      if (kept === 0) toast({ title: t('undone'), tone: 'success' });
      else toast({ title: t('plan.notUndone', { number: numbers.count(kept) }), tone: 'danger' });
      await invalidate(reservations.path, 'interpreters/free/', calendar.path);
    } catch (error) {
      toast({ title: errorMessage(error), tone: 'danger' });
    }
  };
  return ({ act, rows, told, until }: AppliedPlan) => {
    const stays = until === null ? 0 : Date.parse(until) - Date.now();
    if (stays > 0)
      toast({
        title: t(act === 'assign' ? 'plan.assigned' : 'plan.offered', { number: numbers.count(rows.length) }),
        description: t('toldSoon', { names: numbers.count(told) }),
        tone: 'success',
        action: { label: t('undo'), onAction: () => void undo(rows) },
        stays,
      });
  };
}
