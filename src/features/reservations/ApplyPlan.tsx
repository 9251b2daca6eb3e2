import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanAct, PlanResults, PlanUndoResults } from '../../../contract/reservationPlans.ts';
import { undoTime } from '../../../contract/reservationRules.ts';
import { useInvalidate, useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { newMember } from '#domain/booking/nextAct.ts';
import { peopleTold } from '#domain/booking/peopleTold.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { useTellFailure } from '#ui/useAct.ts';
import type { OpenRow } from './usePlanRows.ts';

/** The names of everybody whom an act on a plan tells, each once. */
function namesTold(act: PlanAct, rows: readonly OpenRow[]): string[] {
  const teams = Map.groupBy(rows, ({ pair }) => pair.reservation);
  const concerned = [...teams.values()].flatMap((team) => {
    const coming = team.map(({ line: { interpreter } }) =>
      newMember({ id: interpreter.interpreter, name: interpreter.interpreter_name }),
    );
    const reservation = team[0]?.line.reservation;
    return act === 'offer' || !reservation
      ? coming
      : peopleTold(reservation, [...reservation.interpreters, ...coming], { isDecision: false });
  });
  return [...new Map(concerned.map(({ id, name }) => [id, name])).values()];
}

/** The buttons that assign or offer all open rows of a plan. A dialog first names the people who are told. */
export function ApplyPlan({
  rows,
  isDisabled,
  onApplied,
  onUndone,
}: {
  rows: readonly OpenRow[];
  isDisabled: boolean;
  /** Keeps what was done. Returns the rows that were not refused. */
  onApplied: (act: PlanAct, results: PlanResults) => OpenRow[];
  onUndone: Parameters<typeof usePlanUndo>[0];
}) {
  const { t } = useTranslation('reservations');
  const { list, numbers } = useFormats();
  const [act, setAct] = useState<PlanAct>('assign');
  const [isAsking, setAsking] = useState(false);
  const { run } = useMutation(reservations.applyPlan, [reservations.path, 'interpreters/free/', calendar.path]);
  const offerUndo = usePlanUndo(onUndone);
  const names = namesTold(act, rows);
  const ask = (asked: PlanAct) => {
    setAct(asked);
    setAsking(true);
  };
  return (
    <>
      <Button isDisabled={isDisabled || rows.length === 0} onPress={() => ask('offer')}>
        {t('plan.offer.all')}
      </Button>
      <Button variant="primary" isDisabled={isDisabled || rows.length === 0} onPress={() => ask('assign')}>
        {t('plan.assign.all')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t(`plan.${act}.ask`, { number: numbers.count(rows.length) })}
        confirm={t(`plan.${act}.all`)}
        variant="primary"
        act={async () => {
          const results = await run({ act, lines: rows.map(({ pair }) => pair) });
          if (results) {
            const done = onApplied(act, results);
            offerUndo({ act, rows: done, told: namesTold(act, done).length, until: results.undo_until ?? null });
          }
          setAsking(false);
        }}
      >
        <Stack $gap={2}>
          <p>{t(`plan.${act}.text`)}</p>
          <Muted as="p">{t('plan.told', { number: numbers.count(names.length), names: list(names) })}</Muted>
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** What was done with rows of a plan, how many people will be told, and until when it may be undone. */
type AppliedPlan = { act: PlanAct; rows: readonly OpenRow[]; told: number; until: string | null };

/** Says in a toast what was done with a plan, and offers to undo it as long as nobody has been told. */
function usePlanUndo(onUndone: (rows: readonly OpenRow[], results: PlanUndoResults) => void) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const tellFailure = useTellFailure();
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
      tellFailure(error);
    }
  };
  return ({ act, rows, told, until }: AppliedPlan) => {
    if (until !== null)
      toast({
        title: t(act === 'assign' ? 'plan.assigned' : 'plan.offered', { number: numbers.count(rows.length) }),
        description: t('toldSoon', { names: numbers.count(told) }),
        tone: 'success',
        action: { label: t('undo'), onAction: () => void undo(rows) },
        // `until` is a time of the server, from which the clock of the browser may differ.
        stays: undoTime,
      });
  };
}
