import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookingDecision } from '../../../contract/bookingDecisions.ts';
import type { ShiftsAffected, TakenBookings } from '../../../contract/coverage.ts';
import { overviewDay } from '#api/overview.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { userAtom } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';

const Table = lazy(async () => ({
  default: (await loadChunk(() => import('#domain/coverage/TakenBookings.tsx'))).TakenBookings,
}));

/** How to send a change of shifts, first without decisions, and how to ask which reservations lose an interpreter by it. */
type Change<Result> = {
  send: (decisions?: BookingDecision[]) => Promise<Result>;
  affected: () => Promise<ShiftsAffected>;
};

type Question = { bookings: TakenBookings; decide: (decisions: BookingDecision[] | null) => void };

/**
 * Sends a change of shifts. If approved reservations are in the way, `question` asks a planner what happens to each of them, and the
 * change is sent again with the decisions. `ask` throws `shift_reserved` for people who do not plan, for backends without decisions,
 * and if the planner cancels.
 */
export function useReservedQuestion(confirm: string) {
  const plans = useAtomValue(userAtom)?.verdicts.collections.reservations === 'write';
  const invalidate = useInvalidate();
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = async <Result,>({ send, affected }: Change<Result>): Promise<Result> => {
    try {
      return await send();
    } catch (error) {
      if (!plans || !(error instanceof ApiError) || error.code !== 'shift_reserved') throw error;
      const found = await affected().catch(() => null);
      if (!found) throw error;
      const { bookings } = found;
      const decisions =
        bookings.length === 0
          ? []
          : await new Promise<BookingDecision[] | null>((made) => setQuestion({ bookings, decide: made }));
      setQuestion(null);
      if (!decisions) throw error;
      const result = await send(decisions);
      await invalidate(reservations.path, overviewDay[0], 'interpreters/');
      return result;
    }
  };
  return { ask, question: question && <ReservedDialog {...question} confirm={confirm} /> };
}

/** Asks what happens to each approved reservation that loses its interpreter because a shift changes. */
function ReservedDialog({ bookings, decide, confirm }: Question & { confirm: string }) {
  const { t } = useTranslation(['calendar', 'crud']);
  const [decisions, setDecisions] = useState<BookingDecision[] | null>(null);
  return (
    <Dialog
      role="alertdialog"
      size="wide"
      isOpen
      onClose={() => decide(null)}
      title={t('reserved.title')}
      actions={
        <>
          <Button onPress={() => decide(null)}>{t('crud:cancel')}</Button>
          <Button variant="primary" isDisabled={!decisions} onPress={() => decide(decisions)}>
            {confirm}
          </Button>
        </>
      }
    >
      <Stack $gap={3}>
        <p>{t('reserved.text')}</p>
        <Suspense fallback={<Skeleton height="160px" />}>
          <Table bookings={bookings} onDecide={setDecisions} />
        </Suspense>
      </Stack>
    </Dialog>
  );
}
