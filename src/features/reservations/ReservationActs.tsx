import { CircleX, MessageSquare } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useMutation, useQuery } from '#api/query.ts';
import { type AnswerAct, freeFor, reservations } from '#api/reservations.ts';
import { useNextInView } from '#crud/nextInView.ts';
import { RecordActs } from '#crud/RecordActs.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { userAtom } from '#session/session.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import type { MenuAct } from '#ui/MoreMenu.tsx';
import { Muted } from '#ui/Muted.ts';
import { Row } from '#ui/Row.ts';
import { media, space } from '#ui/theme.ts';
import { useShortcut } from '#ui/shortcuts.ts';
import { useTellFailure } from '#ui/useAct.ts';
import { AnswerDialog, looksOf } from '#domain/booking/AnswerDialog.tsx';
import { lacksPeople, type NextAct, nextAct, teamAfter } from '#domain/booking/nextAct.ts';
import { peopleTold } from '#domain/booking/peopleTold.ts';
import { resource } from './resource.ts';
import { useUndo } from '#domain/booking/useUndo.ts';

/** The acts in the head of a reservation: what comes next, the others under "⋯", whom it tells, and the next reservation. */
export function ReservationActs({ reservation }: { reservation: Reservation }) {
  const plans = useMayWrite('reservations');
  return <Root>{plans ? <PlannersActs reservation={reservation} /> : <OwnAnswers reservation={reservation} />}</Root>;
}

function PlannersActs({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { can, status, is_past } = reservation;
  const isSearched = can.assign && lacksPeople(reservation);
  const { data } = useQuery(isSearched ? freeFor(reservation.id) : null);
  const next = nextAct(reservation, data?.results ?? []);
  const decision = (act: AnswerAct, icon: ReactNode): MenuAct => ({
    id: act,
    label: t(act === 'approve' ? 'approveWithText' : `acts.${act}`),
    icon,
    isDangerous: act !== 'approve',
    renderQuestion: ({ isOpen, onClose }) =>
      isOpen && (
        <AnswerDialog
          reservation={reservation}
          act={act}
          team={act === 'approve' && next ? teamAfter(reservation, next) : undefined}
          onClose={onClose}
        />
      ),
  });
  const mayApprove = can.approve || (status === 'pending' && next !== null);
  return (
    <>
      <Row>
        <RecordActs
          resource={resource}
          item={reservation}
          primary={next && <Next key={reservation.id} reservation={reservation} next={next} />}
          acts={[
            ...(mayApprove ? [decision('approve', <MessageSquare aria-hidden />)] : []),
            ...(can.reject ? [decision('reject', <CircleX aria-hidden />)] : []),
            ...(can.cancel ? [decision('cancel', <CircleX aria-hidden />)] : []),
          ]}
        />
        <ToNext />
      </Row>
      {next && <Told reservation={reservation} next={next} />}
      {!next && status === 'pending' && !is_past && (data || !isSearched) && (
        <WhyNotApproved reservation={reservation} />
      )}
    </>
  );
}

/** The one primary act: approves the reservation, or gives it the people whom it lacks. */
function Next({ reservation, next }: { reservation: Reservation; next: NextAct }) {
  const { t } = useTranslation('reservations');
  const { list } = useFormats();
  const tellFailure = useTellFailure();
  const { act, team, coming, going } = next;
  const { run, isRunning } = useMutation(
    () =>
      act === 'approve' ? reservations.approveWith(reservation, team, null) : reservations.assign(reservation, team),
    [reservations.path, 'interpreters/free/'],
    reservations.one(reservation.id),
  );
  const names = { name: list(coming.map(({ name }) => name)), other: list(going.map(({ name }) => name)) };
  const label = () => {
    if (act === 'approve') return coming.length > 0 ? t('approveWith', names) : t('acts.approve');
    return going.length > 0 ? t('replaceWith', names) : t('assignNamed', names);
  };
  const offerUndo = useUndo();
  const go = () =>
    void run(undefined).then((after) => {
      if (!after) return;
      const all = list(after.interpreters.filter(takesPart).map(({ name }) => name));
      const title = t(act === 'approve' ? 'approvedWith' : 'assignedNamed', { name: all });
      offerUndo(after, title, peopleTold(reservation, after.interpreters, { isDecision: true }));
    }, tellFailure);
  useShortcut('a', isRunning ? null : go);
  return (
    <Button variant="primary" isPending={isRunning} onPress={go}>
      {label()}
    </Button>
  );
}

/** Whom the primary act tells. */
function Told({ reservation, next }: { reservation: Reservation; next: NextAct }) {
  const { t } = useTranslation('reservations');
  const { list } = useFormats();
  const people = peopleTold(reservation, teamAfter(reservation, next), { isDecision: true });
  return <Line>{t('tellsPeople', { names: list(people.map(({ name }) => name)) })}</Line>;
}

/** Why a reservation that waits for a decision cannot be approved as it is. */
function WhyNotApproved({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('errors');
  const { numbers } = useFormats();
  const { approve_refused: code, interpreters, interpreters_needed } = reservation;
  if (code === null) return null;
  const assigned = numbers.count(interpreters.filter(takesPart).length);
  return <Line>{t(code, { replace: { assigned, needed: numbers.count(interpreters_needed) } })}</Line>;
}

/** The way to the next reservation of the list that this one was opened from. */
function ToNext() {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const next = useNextInView();
  if (!next) return null;
  return (
    <ButtonLink to={next.href} variant="quiet">
      {t('toNext', { number: numbers.count(next.remaining) })}
    </ButtonLink>
  );
}

/** The answers that an interpreter may give now. After accepting, the only one is to hand it back. */
function OwnAnswers({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const [act, setAct] = useState<AnswerAct | null>(null);
  const me = useAtomValue(userAtom)?.id;
  const { status, is_past, can, interpreters } = reservation;
  const answers = (['decline', 'accept', 'hand_back'] as const).filter((answer) => can[answer]);
  const hasAccepted = interpreters.some(({ id, response }) => id === me && response === 'accepted');
  const isTooLate = status === 'approved' && !is_past && hasAccepted && !can.hand_back;
  return (
    <>
      <Row>
        {answers.map((answer) => (
          <Button key={answer} {...looksOf(answer, 'destructive')} onPress={() => setAct(answer)}>
            {t(`acts.${answer}`)}
          </Button>
        ))}
        <ToNext />
      </Row>
      {isTooLate && <Line>{t('tooLateToHandBack')}</Line>}
      {act && <AnswerDialog reservation={reservation} act={act} onClose={() => setAct(null)} />}
    </>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  gap: ${space(1)};

  ${media.phone} {
    align-items: flex-start;
  }
`;

const Line = styled(Muted).attrs({ as: 'p', $isCompact: true })`
  text-wrap: pretty;
`;
