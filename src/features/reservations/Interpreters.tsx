import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Reservation } from '../../../contract/reservations.ts';
import { useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { InterpreterState } from '#domain/coverage/InterpreterState.tsx';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';

const FreeInterpreters = lazy(async () => ({
  default: (await loadChunk(() => import('./FreeInterpreters.tsx'))).FreeInterpreters,
}));

type Person = { id: string; name: string };

/** The interpreters of a reservation with their responses and obstacles, how to replace them, and free interpreters. */
export function Interpreters({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const errorMessage = useErrorMessage();
  const { interpreters, interpreters_needed, can, no_interpreters_in_shift, uncovered } = reservation;
  const [isLooking, setLooking] = useState(false);
  const [removed, setRemoved] = useState<Person | null>(null);
  const [replacing, setReplacing] = useState<Person | null>(null);
  const { run, isRunning } = useMutation(
    (ids: string[]) => reservations.assign(reservation, ids),
    [reservations.path, 'interpreters/free/'],
    reservations.one(reservation.id),
  );
  const ids = interpreters.map(({ id }) => id);
  const confirmAssigned = ({ name }: Person) => toast({ title: t('assignedNamed', { name }), tone: 'success' });
  // An approved reservation keeps only interpreters who can take it: a new one replaces those who cannot.
  const replaced = reservation.status === 'approved' ? interpreters.filter(({ obstacle }) => obstacle !== null) : [];
  const assign = (person: Person) => {
    if (replaced.length > 0) setReplacing(person);
    else
      void run([...ids, person.id]).then(
        () => confirmAssigned(person),
        (error: unknown) => toast({ title: errorMessage(error), tone: 'danger' }),
      );
  };
  // If nobody can take it, the search is opened.
  const isNeeded = no_interpreters_in_shift || uncovered;
  const isOpen = can.assign && (isLooking || isNeeded);
  const isAhead = !reservation.is_past && (reservation.status === 'pending' || reservation.status === 'approved');
  return (
    <Panel
      title={t('interpreters')}
      action={
        can.assign &&
        !isNeeded && (
          <Button size="small" aria-expanded={isOpen} onPress={() => setLooking(!isLooking)}>
            {t(isLooking ? 'hideFree' : 'findFree')}
          </Button>
        )
      }
    >
      <Muted as="p">
        {t('ofNeeded', { number: numbers.count(interpreters.length), needed: numbers.count(interpreters_needed) })}
      </Muted>
      {interpreters.length === 0 ? (
        <Muted as="p">{t('noInterpreters')}</Muted>
      ) : (
        <ul>
          {interpreters.map((interpreter) => (
            <Item key={interpreter.id}>
              <span>{interpreter.name}</span>
              <InterpreterState interpreter={interpreter} reservation={reservation} />
              {can.assign && (
                <Button
                  size="small"
                  variant="quiet"
                  isDisabled={isRunning || (reservation.status === 'approved' && ids.length === 1)}
                  aria-label={t('removeNamed', { name: interpreter.name })}
                  onPress={() => setRemoved(interpreter)}
                >
                  {t('remove')}
                </Button>
              )}
              {isAhead && interpreter.obstacle && <Help>{t(`obstacleHelp.${interpreter.obstacle}`)}</Help>}
            </Item>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('removeAsk', { name: removed?.name, reservation: reservation.name })}
        confirm={t('remove')}
        act={async () => {
          await run(ids.filter((id) => id !== removed?.id));
          setRemoved(null);
          toast({ title: t('removedNamed', { name: removed?.name }), tone: 'success' });
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={replacing !== null}
        onClose={() => setReplacing(null)}
        title={t('replaceAsk', {
          name: replacing?.name,
          others: replaced.map(({ name }) => name).join(', '),
        })}
        confirm={t('assign')}
        act={async () => {
          if (!replacing) return;
          const staying = ids.filter((id) => !replaced.some((interpreter) => interpreter.id === id));
          await run([...staying, replacing.id]);
          setReplacing(null);
          confirmAssigned(replacing);
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
      {isOpen && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <FreeInterpreters reservation={reservation.id} assigned={ids} isBusy={isRunning} onAssign={assign} />
        </Suspense>
      )}
    </Panel>
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
