import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { InterpreterState } from '#domain/coverage/InterpreterState.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { colour, font, space } from '#ui/theme.ts';
import { useTellFailure } from '#ui/useAct.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { lacksPeople, newMember } from './nextAct.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { type Assigned, useAssign } from './useAssign.ts';

const Candidates = lazy(async () => ({
  default: (await loadChunk(() => import('./Candidates.tsx'))).Candidates,
}));

/** The interpreters of a reservation with their answers and obstacles, how to replace them, and who is free. */
export function Interpreters({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const { interpreters, interpreters_needed: needed, status, can } = reservation;
  const [removed, setRemoved] = useState<Assigned | null>(null);
  const [approving, setApproving] = useState<Assigned | null>(null);
  const assigning = useAssigning(reservation);
  const { team, isRunning, isLooking, setLooking, replacing, setReplacing } = assigning;
  const completes = status === 'pending' && can.assign && team.length + 1 === needed;
  // If somebody is missing, the candidates are open.
  const isNeeded = lacksPeople(reservation);
  const isOpen = can.assign && (isLooking || isNeeded);
  return (
    <Panel
      title={t('interpreters')}
      action={
        <Row>
          <Muted>{t('ofNeeded', { number: numbers.count(team.length), needed: numbers.count(needed) })}</Muted>
          {can.assign && !isNeeded && (
            <Button size="small" aria-expanded={isOpen} onPress={() => setLooking(!isLooking)}>
              {t(isLooking ? 'hideFree' : 'findFree')}
            </Button>
          )}
        </Row>
      }
    >
      {interpreters.length > 0 && (
        <ul>
          {interpreters.map((interpreter) => (
            <Member
              key={interpreter.id}
              interpreter={interpreter}
              reservation={reservation}
              isBusy={isRunning}
              mayRemove={status !== 'approved' || team.length > 1}
              onRemove={setRemoved}
              onAskAgain={assigning.assign}
            />
          ))}
        </ul>
      )}
      <Offer reservation={reservation} />
      {interpreters.length === 0 && !isOpen && <Muted as="p">{t('noInterpreters')}</Muted>}
      <RemoveDialog
        person={removed}
        from={reservation.name}
        remove={assigning.remove}
        onClose={() => setRemoved(null)}
      />
      {replacing && (
        <ReplaceDialog
          reservation={reservation}
          coming={replacing}
          act={assigning.replace}
          onClose={() => setReplacing(null)}
        />
      )}
      {approving && (
        <AnswerDialog
          reservation={reservation}
          act="approve"
          team={[...team, newMember(approving)]}
          onClose={() => setApproving(null)}
        />
      )}
      {isOpen && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <Candidates
            reservation={reservation}
            isBusy={isRunning}
            words={assigning.words}
            onAssign={assigning.assign}
            onAssignAnyway={assigning.assignAnyway}
            onApprove={completes ? setApproving : null}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/**
 * Assigns people one after another, while the list of candidates stays open. Where somebody is replaced, who comes waits in `replacing`
 * until it is known instead of whom.
 */
function useAssigning(reservation: Reservation) {
  const tellFailure = useTellFailure();
  const [isLooking, setLooking] = useState(false);
  const [replacing, setReplacing] = useState<Assigned | null>(null);
  const { isReplaced, assign: send, ...rest } = useAssign(reservation);
  const ids = rest.team.map(({ id }) => id);
  const assign = (person: Assigned) => {
    setLooking(true);
    if (isReplaced) setReplacing(person);
    else void send([...ids, person.id], person).catch(tellFailure);
  };
  const assignAnyway = async (person: Assigned, reason: string) => {
    const exception = { ...person, reason };
    setLooking(true);
    if (isReplaced && !ids.includes(person.id)) setReplacing(exception);
    else await send([...ids, person.id], exception);
  };
  const replace = async (next: readonly string[]) => {
    if (replacing) await send(next, replacing);
    setReplacing(null);
  };
  return { ...rest, assign, assignAnyway, replace, isLooking, setLooking, replacing, setReplacing };
}

type RemoveDialogProps = {
  /** Null: nobody is to be removed. */
  person: Assigned | null;
  /** The name of the reservation. */
  from: string;
  remove: (person: Assigned) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before an interpreter is removed. */
function RemoveDialog({ person, from, remove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('reservations');
  return (
    <ConfirmDialog
      isOpen={person !== null}
      onClose={onClose}
      title={t('removeAsk', { name: person?.name, reservation: from })}
      confirm={t('remove')}
      act={async () => {
        if (person) await remove(person);
        onClose();
      }}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}

type MemberProps = {
  interpreter: Reservation['interpreters'][number];
  reservation: Reservation;
  isBusy: boolean;
  mayRemove: boolean;
  onRemove: (person: Assigned) => void;
  onAskAgain: (person: Assigned) => void;
};

/** One interpreter with their answer, their message and what keeps them from coming. */
function Member({ interpreter, reservation, isBusy, mayRemove, onRemove, onAskAgain }: MemberProps) {
  const { t } = useTranslation('reservations');
  const { status, can, is_past } = reservation;
  const { name, response, message, language_reason, obstacle } = interpreter;
  const isInTeam = takesPart(interpreter);
  const isAhead = !is_past && (status === 'pending' || status === 'approved');
  return (
    <Item>
      <span>{name}</span>
      <InterpreterState interpreter={interpreter} reservation={reservation} />
      {can.assign && isInTeam && (
        <Button
          size="small"
          variant="quiet"
          isDisabled={isBusy || !mayRemove}
          aria-label={t('removeNamed', { name })}
          onPress={() => onRemove(interpreter)}
        >
          {t('remove')}
        </Button>
      )}
      {can.assign && !isInTeam && response !== 'offered' && status !== 'approved' && (
        <Button
          size="small"
          variant="quiet"
          isDisabled={isBusy}
          aria-label={t('askAgainNamed', { name })}
          onPress={() => onAskAgain(interpreter)}
        >
          {t('askAgain')}
        </Button>
      )}
      {message && <Help>{message}</Help>}
      {language_reason && <Help>{t('withoutLanguage', { reason: language_reason })}</Help>}
      {isAhead && isInTeam && obstacle && <Help>{t(`obstacleHelp.${obstacle}`)}</Help>}
    </Item>
  );
}

const OfferDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./OfferDialog.tsx'))).OfferDialog,
}));

/** The open offer of a reservation with its terms, which planners may withdraw; or the way to make one. */
function Offer({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const [act, setAct] = useState<'offer' | 'withdraw' | null>(null);
  const { can, offer } = reservation;
  const close = () => setAct(null);
  return (
    <>
      {offer && <Terms offer={offer} isPending={reservation.status === 'pending'} />}
      {(can.offer || can.withdraw_offer) && (
        <Row>
          {can.offer && (
            <Button size="small" onPress={() => setAct('offer')}>
              {t('offering.open')}
            </Button>
          )}
          {can.withdraw_offer && (
            <Button size="small" onPress={() => setAct('withdraw')}>
              {t('acts.withdraw_offer')}
            </Button>
          )}
        </Row>
      )}
      {act === 'offer' && (
        <Suspense>
          <OfferDialog reservation={reservation} onClose={close} />
        </Suspense>
      )}
      {act === 'withdraw' && <AnswerDialog reservation={reservation} act="withdraw_offer" onClose={close} />}
    </>
  );
}

/** Until when it is offered; planners also read by whom, and what follows. */
function Terms({ offer, isPending }: { offer: NonNullable<Reservation['offer']>; isPending: boolean }) {
  const { t } = useTranslation('reservations');
  const { dates } = useFormats();
  const deadline = dates.dateTime(offer.deadline);
  if (offer.next === null) return <p>{t('offering.yours', { deadline })}</p>;
  return (
    <div>
      <p>
        {offer.made_by_name
          ? t('offering.until', { deadline, name: offer.made_by_name })
          : t('offering.untilOnly', { deadline })}
      </p>
      {isPending && <Muted as="p">{t(offer.approves ? 'offering.willApprove' : 'offering.willNotApprove')}</Muted>}
      <Muted as="p">{t(`offering.then.${offer.next}`)}</Muted>
    </div>
  );
}

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  min-block-size: 36px;
`;

const Help = styled.span`
  flex-basis: 100%;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
