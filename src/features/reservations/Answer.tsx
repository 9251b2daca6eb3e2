import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useSaved } from '#api/query.ts';
import { type AnswerAct, reservations } from '#api/reservations.ts';
import { ReservationEssentials } from '#domain/coverage/ReservationEssentials.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';
import { AffectedPeople } from './AffectedPeople.tsx';

/** Planners decide for everybody; an interpreter accepts or declines for themselves and cannot cancel. */
const acts = { all: ['cancel', 'reject', 'approve'], own: ['reject', 'approve'] } as const satisfies Record<
  string,
  readonly AnswerAct[]
>;

/** The look of the button of a decision: only an approval takes nothing from anybody. */
const looksOf = (act: AnswerAct, variant: 'destructive' | 'danger') =>
  act === 'approve' ? ({ variant: 'primary' } as const) : { variant, icon: <CircleX aria-hidden /> };

type Words = 'acts' | 'asks' | 'tells' | 'done';

/** The texts of the decisions; different for an interpreter's own response. */
function useAnswerTexts() {
  const { t } = useTranslation('reservations');
  const mayWrite = useMayWrite('reservations');
  const text = (words: Words, act: AnswerAct, name = '') => {
    if (mayWrite || act === 'cancel') return t(`${words}.${act}`, { name });
    const own = { acts: 'ownActs', asks: 'ownAsks', tells: 'ownTells', done: 'ownDone' } as const;
    return t(`${own[words]}.${act}`, { name });
  };
  return { offered: mayWrite ? acts.all : acts.own, text };
}

/**
 * The essentials of a reservation, its status, and the decisions that this person may make. Unavailable decisions keep their
 * place, so that a second press hits no other button.
 */
export function Answer({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('reservations');
  const { offered, text } = useAnswerTexts();
  const [act, setAct] = useState<AnswerAct | null>(null);
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
              {text('acts', choice)}
            </Button>
          ))}
        </Row>
      )}
      {act && <AnswerDialog reservation={reservation} act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function AnswerDialog({
  reservation,
  act,
  onClose,
}: {
  reservation: Reservation;
  act: AnswerAct;
  onClose: () => void;
}) {
  const { t } = useTranslation(['reservations', 'crud']);
  const { text } = useAnswerTexts();
  const saved = useSaved();
  return (
    <Dialog isOpen onClose={onClose} title={text('asks', act, reservation.name)}>
      <Form
        initialValues={{ answer: '' }}
        hasSummary={false}
        onSubmit={async ({ answer }) => {
          const answered = await reservations.answer(reservation, act, answer.trim() || null);
          await saved(reservations.one(answered.id), answered, reservations.path);
        }}
        onDone={() => {
          onClose();
          toast({ title: text('done', act, reservation.name), tone: 'success' });
        }}
      >
        <ReservationEssentials reservation={reservation} />
        <div>
          <p>{text('tells', act)}</p>
          <AffectedPeople items={[reservation]} />
        </div>
        <FormTextArea name="answer" label={t('said')} description={t('optional')} maxLength={bounds.answer} autoFocus />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton {...looksOf(act, 'danger')}>{text('acts', act)}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
