import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import type { AnswerAct } from '#api/reservations.ts';
import { ReservationEssentials } from '#domain/coverage/ReservationEssentials.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { userAtom } from '#session/session.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { AnswerDialog, looksOf } from './AnswerDialog.tsx';

/** What planners decide. */
const decisions = ['cancel', 'reject', 'approve'] as const satisfies readonly AnswerAct[];

/** The answers that an interpreter may give now. After accepting, the only one is to hand it back. */
function answersOf({ can }: Reservation): readonly AnswerAct[] {
  return (['decline', 'accept', 'hand_back'] as const).filter((act) => can[act]);
}

/**
 * The essentials of a reservation, its status, and what this person may decide or answer. Unavailable decisions keep their
 * place, so that a second press hits no other button.
 */
export function Answer({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const plans = useMayWrite('reservations');
  const [act, setAct] = useState<AnswerAct | null>(null);
  const offered = plans ? decisions : answersOf(reservation);
  return (
    <Panel title={t('appointment')}>
      <ReservationEssentials reservation={reservation}>
        {reservation.answered && (
          <>
            <dt>{t('answered')}</dt>
            <dd>
              <DateTime at={reservation.answered} />
              {reservation.answered_by_name && ` · ${reservation.answered_by_name}`}
            </dd>
          </>
        )}
        {reservation.answer && (
          <>
            <dt>{t('said')}</dt>
            <dd>{reservation.answer}</dd>
          </>
        )}
        <dt>{t('created')}</dt>
        <dd>
          <DateTime at={reservation.created} />
        </dd>
      </ReservationEssentials>
      {offered.some((choice) => reservation.can[choice]) && (
        <Row>
          {offered.map((choice) => (
            <Button
              key={choice}
              {...looksOf(choice, 'destructive')}
              isDisabled={!reservation.can[choice]}
              onPress={() => setAct(choice)}
            >
              {t(`acts.${choice}`)}
            </Button>
          ))}
        </Row>
      )}
      {plans ? <WhyNotApproved reservation={reservation} /> : <TooLate reservation={reservation} />}
      {act && <AnswerDialog reservation={reservation} act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

/** Why a reservation that waits for a decision cannot be approved as it is. */
function WhyNotApproved({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('errors');
  const { numbers } = useFormats();
  const { status, is_past, approve_refused: code, interpreters, interpreters_needed } = reservation;
  if (code === null || is_past || (status !== 'pending' && status !== 'rejected')) return null;
  const assigned = numbers.count(interpreters.filter(takesPart).length);
  return <Muted as="p">{t(code, { replace: { assigned, needed: numbers.count(interpreters_needed) } })}</Muted>;
}

/** Says to an interpreter who has accepted that it begins too soon to hand it back. */
function TooLate({ reservation: { status, is_past, can, interpreters } }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const me = useAtomValue(userAtom)?.id;
  const hasAccepted = interpreters.some(({ id, response }) => id === me && response === 'accepted');
  if (status !== 'approved' || is_past || can.hand_back || !hasAccepted) return null;
  return <Muted as="p">{t('tooLateToHandBack')}</Muted>;
}
