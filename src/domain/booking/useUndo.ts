import { useTranslation } from 'react-i18next';
import { undoTime } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useSaved } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';

/** Says in a toast what was decided, and offers to undo it as long as nobody has been told. */
export function useUndo() {
  const { t } = useTranslation('reservations');
  const { list } = useFormats();
  const tellFailure = useTellFailure();
  const saved = useSaved();
  const undo = async (decided: Reservation) => {
    try {
      const before = await reservations.undo(decided);
      await saved(reservations.one(before.id), before, reservations.path, 'interpreters/free/', calendar.path);
      toast({ title: t('undone'), tone: 'success' });
    } catch (error) {
      tellFailure(error);
    }
  };
  return (decided: Reservation, title: string, concerned: readonly { name: string }[]) => {
    if (decided.undo_until === null) toast({ title, tone: 'success' });
    else
      toast({
        title,
        description:
          concerned.length > 0 ? t('toldSoon', { names: list(concerned.map(({ name }) => name)) }) : undefined,
        tone: 'success',
        action: { label: t('undo'), onAction: () => void undo(decided) },
        // `undo_until` is a time of the server, from which the clock of the browser may differ.
        stays: undoTime,
      });
  };
}
