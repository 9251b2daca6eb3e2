import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesPart } from '../../../contract/reservationRules.ts';
import type { FreeInterpreter, Reservation } from '../../../contract/reservations.ts';
import { useQuery } from '#api/query.ts';
import { freeFor, reservations } from '#api/reservations.ts';
import { useCandidateWords } from '#domain/coverage/useCandidateWords.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { AddShift } from './AddShift.tsx';
import { AssignAnyway } from './AssignAnyway.tsx';
import { newMember } from './nextAct.ts';
import { peopleTold } from './peopleTold.ts';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { type Assigned, useAssign } from './useAssign.ts';
import { WhyNot } from './WhyNot.tsx';

const OfferDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./OfferDialog.tsx'))).OfferDialog,
}));

type AssignDialogProps = {
  /** The id of the reservation. */
  booking: string;
  person: { id: string; name: string };
  /** The id of the interpreter whom they replace; null: nobody in particular. */
  leaving: string | null;
  onClose: () => void;
};

/**
 * Asks before a planner assigns an interpreter to a reservation, and names the people who are told. If the interpreter cannot take
 * the reservation, the dialog gives the reason and sends nothing.
 */
export function AssignDialog({ booking, person, leaving, onClose }: AssignDialogProps) {
  const errorMessage = useErrorMessage();
  // What was asked about stays on screen until everything is read again.
  const [sent, setSent] = useState<Reservation | null>(null);
  const { data, error } = useQuery(reservations.one(booking), { keepPreviousData: false });
  const { data: found, error: lost } = useQuery(freeFor(booking, { interpreter: [person.id] }), {
    keepPreviousData: false,
  });
  const candidate = found?.results.find(({ interpreter }) => interpreter === person.id);
  const failure = error ?? lost;
  const reservation = sent ?? data;
  if (reservation && candidate)
    return (
      <Asking
        reservation={reservation}
        candidate={candidate}
        person={person}
        leaving={leaving}
        onSend={setSent}
        onClose={onClose}
      />
    );
  return (
    <Dialog isOpen onClose={onClose} title={person.name}>
      {failure === undefined ? <Skeleton height="80px" /> : <Banner tone="danger">{errorMessage(failure)}</Banner>}
    </Dialog>
  );
}

type AskingProps = Omit<AssignDialogProps, 'booking'> & {
  reservation: Reservation;
  candidate: FreeInterpreter;
  /** Called with the reservation when it is sent, and with null if sending fails. */
  onSend: (reservation: Reservation | null) => void;
};

function Asking({ reservation, candidate, person, leaving, onSend, onClose }: AskingProps) {
  const { t } = useTranslation('reservations');
  const [reason, setReason] = useState<string | null>(null);
  const [isOffering, setOffering] = useState(false);
  const { team, isReplaced, isRunning, assign } = useAssign(reservation);
  const coming: Assigned = reason === null ? person : { ...person, reason };
  const isMember = reservation.interpreters.some((member) => takesPart(member) && member.id === person.id);
  const send = async (ids: readonly string[], who: Assigned) => {
    onSend(reservation);
    try {
      await assign(ids, who);
    } catch (error) {
      onSend(null);
      throw error;
    }
    onClose();
  };
  const refuse = (why: ReactNode) => (
    <Dialog isOpen onClose={onClose} title={`${person.name}: ${reservation.name}`}>
      <Stack $gap={3}>{why}</Stack>
    </Dialog>
  );
  if (!reservation.can.assign) return refuse(<p>{t('pastText')}</p>);
  if (isMember) return refuse(<p>{t('takesPart')}</p>);
  if (candidate.group === 'needs_shift')
    return refuse(
      <>
        <p>{t('needsShiftFirst')}</p>
        <div>
          <AddShift candidate={candidate} reservation={reservation} />
        </div>
      </>,
    );
  const isReplacing = leaving !== null || isReplaced;
  if (candidate.group === 'impossible' && reason === null)
    return refuse(
      <>
        <WhyNot candidate={candidate} />
        {candidate.obstacle === 'language' && candidate.shift !== null && (
          <div>
            <AssignAnyway
              candidate={candidate}
              isBusy={isRunning}
              onAssign={async (who, given) => {
                if (isReplacing) setReason(given);
                else await send([...team.map(({ id }) => id), who.id], { ...who, reason: given });
              }}
            />
          </div>
        )}
      </>,
    );
  if (isOffering)
    return (
      <Suspense>
        <OfferDialog reservation={reservation} person={person.id} onClose={onClose} />
      </Suspense>
    );
  if (isReplacing)
    return (
      <ReplaceDialog
        reservation={reservation}
        coming={coming}
        leaving={leaving ?? undefined}
        act={(ids) => send(ids, coming)}
        onClose={onClose}
      />
    );
  return (
    <Assigning
      reservation={reservation}
      candidate={candidate}
      act={() => send([...team.map(({ id }) => id), person.id], coming)}
      onOffer={reservation.can.offer ? () => setOffering(true) : null}
      onClose={onClose}
    />
  );
}

/** The question before one more interpreter, or the way to offer it to them instead. */
function Assigning({
  reservation,
  candidate,
  act,
  onOffer,
  onClose,
}: {
  reservation: Reservation;
  candidate: FreeInterpreter;
  act: () => Promise<void>;
  onOffer: (() => void) | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('reservations');
  const { dates, list } = useFormats();
  const { sentence } = useCandidateWords();
  const { interpreters, date, time, name, status } = reservation;
  const isApproved = status === 'approved';
  const after = [...interpreters, newMember({ id: candidate.interpreter, name: candidate.interpreter_name })];
  const concerned = peopleTold(reservation, after, { isDecision: false });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t(isApproved ? 'assignAsk' : 'askAsk', { name: candidate.interpreter_name, reservation: name })}
      confirm={t(isApproved ? 'assign' : 'ask')}
      variant="primary"
      act={act}
    >
      <Stack $gap={2}>
        <p>
          {dates.fullDay(date)}, <bdi dir="ltr">{time}</bdi>
        </p>
        <p>{sentence(candidate, reservation)}</p>
        <Muted as="p">{t('tellsPeople', { names: list(concerned.map((reader) => reader.name)) })}</Muted>
        {onOffer && (
          <div>
            <Button size="small" onPress={onOffer}>
              {t('offering.open')}
            </Button>
          </div>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
