import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanAct, PlanResults } from '../../../contract/reservationPlans.ts';
import { useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { calendar } from '#api/shifts.ts';
import { newMember } from '#domain/booking/nextAct.ts';
import { peopleTold } from '#domain/booking/peopleTold.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Stack } from '#ui/Stack.ts';
import type { OpenRow } from './usePlanRows.ts';
import { usePlanUndo } from './usePlanUndo.ts';

/** The names of everybody whom an act on a plan tells, each once. */
function namesTold(act: PlanAct, rows: readonly OpenRow[]): string[] {
  const teams = Map.groupBy(rows, ({ pair }) => pair.reservation);
  const told = [...teams.values()].flatMap((team) => {
    const coming = team.map(({ line: { interpreter } }) =>
      newMember({ id: interpreter.interpreter, name: interpreter.interpreter_name }),
    );
    const reservation = team[0]?.line.reservation;
    return act === 'offer' || !reservation
      ? coming
      : peopleTold(reservation, [...reservation.interpreters, ...coming], { isDecision: false });
  });
  return [...new Map(told.map(({ id, name }) => [id, name])).values()];
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
  const told = namesTold(act, rows);
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
          <Muted as="p">{t('plan.told', { number: numbers.count(told.length), names: list(told) })}</Muted>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
