import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestedDeadline } from '../../../contract/offerDeadline.ts';
import type { FreeInterpreters, Reservation } from '../../../contract/reservations.ts';
import { oneByOne } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useQueries } from '#api/query.ts';
import { readyFor, reservations } from '#api/reservations.ts';
import { useBulkAct } from '#crud/useBulkAct.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { useOffersPlans } from '#domain/useOffersPlans.ts';
import { planOfHref } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { AffectedPeople } from '#domain/booking/AffectedPeople.tsx';
import { resource } from './resource.ts';

type BulkAct = 'approve' | 'offer' | 'cancel';

const doneWords = {
  approve: 'statuses.approved',
  offer: 'responses.offered',
  cancel: 'statuses.cancelled',
} as const;

/** The number of interpreters to whom each reservation is offered. */
const few = 3;

const nobody: FreeInterpreters = { count: 0, impossible: 0, results: [] };

/** The best interpreters who are ready for a reservation and have not answered yet. */
const bestOf = ({ results }: FreeInterpreters) => results.filter(({ response }) => response === null).slice(0, few);

/** Offers a reservation to the best, until the suggested deadline. */
async function offerToBest(reservation: Reservation, best: FreeInterpreters['results']): Promise<void> {
  if (best.length === 0) throw new ApiError('no_interpreters_in_shift');
  await reservations.offer(reservation, {
    interpreters: best.map(({ interpreter }) => interpreter),
    deadline: suggestedDeadline(new Date(), new Date(reservation.start)).toISOString(),
    approves: true,
    next: 'planners',
  });
}

/** Approves, offers or cancels the selected reservations, each for itself, after a question that says who is told. */
export function BulkDecisions({
  chosen,
  onChosen,
}: {
  chosen: Chosen<Reservation>;
  onChosen: (chosen: Chosen<Reservation>) => void;
}) {
  const { t } = useTranslation('reservations');
  const { numbers } = useFormats();
  const [act, setAct] = useState<BulkAct>('approve');
  const [isAsking, setAsking] = useState(false);
  const { settle, results } = useBulkAct({ resource, chosen, onChosen });
  const hasPlans = useOffersPlans();
  const isOffering = isAsking && act === 'offer';
  const ids = [...chosen.keys()];
  const { data: ready } = useQueries(isOffering ? ids.map(readyFor) : [], nobody);
  const best = new Map(ids.map((id, at) => [id, bestOf(ready?.[at] ?? nobody)]));
  const ask = (next: BulkAct) => {
    setAct(next);
    setAsking(true);
  };
  const decide = async () => {
    const decided = await oneByOne(ids, async (id) => {
      const reservation = chosen.get(id);
      if (!reservation) return;
      if (act === 'offer') await offerToBest(reservation, best.get(id) ?? []);
      else await reservations.answer(reservation, act, null);
    });
    setAsking(false);
    await settle(decided, {
      done: t(doneWords[act]),
      notDone: (reason) => t(`many.${act}.failed`, { reason }),
      allDone: (number) => t(`many.${act}.done`, { number: numbers.count(number) }),
      someFailed: t(`many.${act}.someFailed`),
    });
  };
  return (
    <>
      <Button size="small" variant="primary" onPress={() => ask('approve')}>
        {t('acts.approve')}
      </Button>
      <Button size="small" onPress={() => ask('offer')}>
        {t('many.offer.act')}
      </Button>
      {hasPlans && (
        <ButtonLink size="small" to={planOfHref(ids)}>
          {t('plan.propose')}
        </ButtonLink>
      )}
      <Button size="small" variant="destructive" icon={<CircleX aria-hidden />} onPress={() => ask('cancel')}>
        {t('many.cancel.act')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t(`many.${act}.ask`, { number: numbers.count(chosen.size) })}
        confirm={t(act === 'approve' ? 'acts.approve' : `many.${act}.act`)}
        variant={act === 'cancel' ? 'danger' : 'primary'}
        isReady={!isOffering || ready !== undefined}
        act={decide}
      >
        <p>{t(`many.${act}.tells`)}</p>
        {act !== 'offer' && <AffectedPeople items={[...chosen.values()]} />}
        {isOffering && ready && (
          <ul>
            {[...chosen.values()].map(({ id, name }) => {
              const names = (best.get(id) ?? []).map(({ interpreter_name }) => interpreter_name);
              return <li key={id}>{`${name}: ${names.length > 0 ? names.join(', ') : t('offering.nobody')}`}</li>;
            })}
          </ul>
        )}
      </ConfirmDialog>
      {results}
    </>
  );
}
