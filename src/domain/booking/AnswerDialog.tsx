import { CircleX } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useSaved } from '#api/query.ts';
import { type AnswerAct, reservations } from '#api/reservations.ts';
import { ReservationEssentials } from '#domain/coverage/ReservationEssentials.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { ConcernedPeople } from './AffectedPeople.tsx';
import { peopleTold } from './peopleTold.ts';
import { useUndo } from './useUndo.ts';

/** The look of the button of a decision or an answer: only an approval and an acceptance take nothing from anybody. */
export const looksOf = (act: AnswerAct, variant: 'destructive' | 'danger') =>
  act === 'approve' || act === 'accept'
    ? ({ variant: 'primary' } as const)
    : { variant, icon: <CircleX aria-hidden /> };

/** Whether an act is an interpreter's own answer: only planners are told of it. */
const isOwnAnswer = (act: AnswerAct) => act === 'accept' || act === 'decline' || act === 'hand_back';

/** Whether an act concerns the customer and everybody who takes part. */
const isDecision = (act: AnswerAct) => !isOwnAnswer(act) && act !== 'withdraw_offer';

/**
 * Asks before a decision or an answer, and says who is told.
 * @param team the interpreters to approve it with, if they are others than those who take part
 */
export function AnswerDialog({
  reservation,
  act,
  team,
  onClose,
}: {
  reservation: Reservation;
  act: AnswerAct;
  team?: Reservation['interpreters'];
  onClose: () => void;
}) {
  const { t } = useTranslation('reservations');
  const shown = team ? { ...reservation, interpreters: team } : reservation;
  const saved = useSaved();
  const offerUndo = useUndo();
  const decided = useRef<Reservation>(null);
  const after = act === 'approve' ? shown.interpreters.filter(takesPart) : [];
  const concerned = isDecision(act) ? peopleTold(reservation, after, { isDecision: true }) : [];
  return (
    <FormDialog
      title={t(`asks.${act}`, { name: reservation.name })}
      onClose={onClose}
      initialValues={{ answer: '' }}
      onSubmit={async ({ answer }) => {
        const message = answer.trim() || null;
        const ids = team?.map(({ id }) => id);
        const answered = ids
          ? await reservations.approveWith(reservation, ids, message)
          : await reservations.answer(reservation, act, message);
        await saved(reservations.one(answered.id), answered, reservations.path);
        decided.current = answered;
      }}
      onDone={() => {
        onClose();
        if (decided.current) offerUndo(decided.current, t(`done.${act}`, { name: reservation.name }), concerned);
      }}
      submit={t(`acts.${act}`)}
      button={looksOf(act, 'danger')}
    >
      <ReservationEssentials reservation={shown} />
      <div>
        <p>{t(act === 'accept' && reservation.offer ? 'tells.accept_offer' : `tells.${act}`)}</p>
        {isDecision(act) && <ConcernedPeople names={concerned.map(({ name }) => name)} />}
      </div>
      <FormTextArea
        name="answer"
        label={t('said')}
        description={t(isOwnAnswer(act) ? 'optionalToPlanners' : 'optional')}
        maxLength={bounds.answer}
        autoFocus
      />
    </FormDialog>
  );
}
