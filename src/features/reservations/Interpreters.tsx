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
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';

const Free = lazy(async () => ({ default: (await loadChunk(() => import('./Free.tsx'))).Free }));

/** Who interprets, what each has answered, what keeps them from it and what to do about that, and who else could. */
export function Interpreters({ of }: { of: Reservation }) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const errorMessage = useErrorMessage();
  const { interpreters, interpreters_needed, can, no_interpreters_in_shift, uncovered } = of;
  const [isLooking, setLooking] = useState(false);
  const [removed, setRemoved] = useState<{ id: string; name: string } | null>(null);
  const { run, isRunning } = useMutation(
    (ids: string[]) => reservations.assign(of, ids),
    [reservations.path, 'interpreters/free/'],
  );
  const ids = interpreters.map(({ id }) => id);
  const assign = ({ id, name }: { id: string; name: string }) =>
    void run([...ids, id]).then(
      () => toast({ title: t('assignedNamed', { name }), tone: 'success' }),
      (error: unknown) => toast({ title: errorMessage(error), tone: 'danger' }),
    );
  // Where nobody can take it the search is the next thing to do.
  const isNeeded = no_interpreters_in_shift || uncovered;
  const isOpen = can.assign && (isLooking || isNeeded);
  const isAhead = !of.is_past && (of.status === 'pending' || of.status === 'approved');
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
      <Muted>
        {t('ofNeeded', { number: numbers.count(interpreters.length), needed: numbers.count(interpreters_needed) })}
      </Muted>
      {interpreters.length === 0 ? (
        <Muted>{t('noInterpreters')}</Muted>
      ) : (
        <ul>
          {interpreters.map((one) => (
            <Item key={one.id}>
              <span>{one.name}</span>
              <InterpreterState of={one} reservation={of} />
              {can.assign && (
                <Button
                  size="small"
                  variant="quiet"
                  isDisabled={isRunning}
                  aria-label={t('removeNamed', { name: one.name })}
                  onPress={() => setRemoved(one)}
                >
                  {t('remove')}
                </Button>
              )}
              {isAhead && one.obstacle && <Help>{t(`obstacleHelp.${one.obstacle}`)}</Help>}
            </Item>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('removeAsk', { name: removed?.name, reservation: of.name })}
        confirm={t('remove')}
        act={async () => {
          await run(ids.filter((id) => id !== removed?.id));
          setRemoved(null);
          toast({ title: t('removedNamed', { name: removed?.name }), tone: 'success' });
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
      {isOpen && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <Free reservation={of.id} assigned={ids} isBusy={isRunning} onAssign={assign} />
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
  font-size: 0.8125rem;
`;

const Muted = styled.p`
  color: ${colour.textMuted};
`;
