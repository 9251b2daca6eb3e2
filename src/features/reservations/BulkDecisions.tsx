import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { reservations } from '#api/reservations.ts';
import { useBulkAct } from '#crud/useBulkAct.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { Chosen } from '#ui/list/useChosen.ts';
import { AffectedPeople } from './AffectedPeople.tsx';
import { resource } from './resource.ts';

type BulkAct = 'approve' | 'cancel';

/** Approves or cancels the selected reservations, each for itself, after a question that says who is told. */
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
  const ask = (next: BulkAct) => {
    setAct(next);
    setAsking(true);
  };
  const decide = async () => {
    const decided = await reservations.answerAll([...chosen.values()], act);
    setAsking(false);
    await settle(decided, {
      done: t(act === 'approve' ? 'statuses.approved' : 'statuses.cancelled'),
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
      <Button size="small" variant="destructive" icon={<CircleX aria-hidden />} onPress={() => ask('cancel')}>
        {t('many.cancel.act')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t(`many.${act}.ask`, { number: numbers.count(chosen.size) })}
        confirm={t(act === 'approve' ? 'acts.approve' : 'many.cancel.act')}
        variant={act === 'approve' ? 'primary' : 'danger'}
        act={decide}
      >
        <p>{t(`many.${act}.tells`)}</p>
        <AffectedPeople items={[...chosen.values()]} />
      </ConfirmDialog>
      {results}
    </>
  );
}
