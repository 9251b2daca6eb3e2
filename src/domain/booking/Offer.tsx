import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reservation } from '../../../contract/reservations.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { Button } from '#ui/Button.tsx';
import { Muted } from '#ui/Muted.ts';
import { Row } from '#ui/Row.ts';
import { AnswerDialog } from './AnswerDialog.tsx';

const OfferDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./OfferDialog.tsx'))).OfferDialog,
}));

/** The open offer of a reservation with its terms, which planners may withdraw; or the way to make one. */
export function Offer({ reservation }: { reservation: Reservation }) {
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
