import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Reservation } from '../../../contract/reservations.ts';
import { useMutation } from '#api/query.ts';
import { reservations } from '#api/reservations.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { colour } from '#ui/tokens.ts';

const Free = lazy(async () => ({ default: (await loadChunk(() => import('./Free.tsx'))).Free }));

/** Who interprets, whether they have a shift for it, and who else could. */
export function Interpreters({ of }: { of: Reservation }) {
  const { t } = useTranslation('reservations');
  const errorMessage = useErrorMessage();
  const { interpreters, can, no_interpreters_in_shift } = of;
  const [isLooking, setLooking] = useState(false);
  const { run, isRunning } = useMutation(
    (ids: string[]) => reservations.assign(of, ids),
    [reservations.path, 'interpreters/free/'],
  );
  const ids = interpreters.map(({ id }) => id);
  const assign = (next: string[], said: string) =>
    void run(next).then(
      () => toast({ title: said, tone: 'success' }),
      (error: unknown) => toast({ title: errorMessage(error), tone: 'danger' }),
    );
  // Where nobody can take it the search is the next thing to do.
  const isOpen = can.assign && (isLooking || no_interpreters_in_shift);
  return (
    <Panel
      title={t('interpreters')}
      action={
        can.assign &&
        !no_interpreters_in_shift && (
          <Button size="small" aria-expanded={isOpen} onPress={() => setLooking(!isLooking)}>
            {t(isLooking ? 'hideFree' : 'findFree')}
          </Button>
        )
      }
    >
      {interpreters.length === 0 ? (
        <Muted>{t('noInterpreters')}</Muted>
      ) : (
        <ul>
          {interpreters.map(({ id, name, in_shift }) => (
            <Item key={id}>
              <span>{name}</span>
              {!of.is_past && (
                <Badge tone={in_shift ? 'success' : 'warning'}>{t(in_shift ? 'inShift' : 'notInShift')}</Badge>
              )}
              {can.assign && (
                <Button
                  size="small"
                  variant="quiet"
                  isDisabled={isRunning}
                  aria-label={t('removeNamed', { name })}
                  onPress={() =>
                    assign(
                      ids.filter((one) => one !== id),
                      t('removedNamed', { name }),
                    )
                  }
                >
                  {t('remove')}
                </Button>
              )}
            </Item>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <Free
            reservation={of.id}
            assigned={ids}
            isBusy={isRunning}
            onAssign={({ id, name }) => assign([...ids, id], t('assignedNamed', { name }))}
          />
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

const Muted = styled.p`
  color: ${colour.textMuted};
`;
