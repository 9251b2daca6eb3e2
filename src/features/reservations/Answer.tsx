import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useInvalidate } from '#api/query.ts';
import { type AnswerAct, reservations } from '#api/reservations.ts';
import { Essentials } from '#domain/coverage/Essentials.tsx';
import { When } from '#domain/When.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';
import { Concerned } from './Concerned.tsx';

const acts: readonly AnswerAct[] = ['cancel', 'reject', 'approve'];

/**
 * What a reservation is about, what was answered, and the answers that this person may give. An answer that is not possible now keeps
 * its place, so that a second press hits no other.
 */
export function Answer({ of }: { of: Reservation }) {
  const { t } = useTranslation('reservations');
  const [act, setAct] = useState<AnswerAct | null>(null);
  return (
    <Panel title={t('appointment')}>
      <Essentials of={of}>
        {of.answered && (
          <>
            <dt>{t('answered')}</dt>
            <dd>
              <When at={of.answered} />
              {of.answered_by_name && ` · ${of.answered_by_name}`}
            </dd>
          </>
        )}
        {of.answer && (
          <>
            <dt>{t('said')}</dt>
            <dd>{of.answer}</dd>
          </>
        )}
        <dt>{t('created')}</dt>
        <dd>
          <When at={of.created} />
        </dd>
      </Essentials>
      {acts.some((one) => of.can[one]) && (
        <Row>
          {acts.map((one) => (
            <Button
              key={one}
              variant={one === 'approve' ? 'primary' : 'secondary'}
              isDisabled={!of.can[one]}
              onPress={() => setAct(one)}
            >
              {t(`acts.${one}`)}
            </Button>
          ))}
        </Row>
      )}
      {act && <AnswerDialog of={of} act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

function AnswerDialog({ of, act, onClose }: { of: Reservation; act: AnswerAct; onClose: () => void }) {
  const { t } = useTranslation(['reservations', 'crud']);
  const invalidate = useInvalidate();
  return (
    <Dialog isOpen onClose={onClose} title={t(`asks.${act}`, { name: of.name })}>
      <Form
        initialValues={{ answer: '' }}
        hasSummary={false}
        onSubmit={async ({ answer }) => {
          await reservations.answer(of, act, answer.trim() || null);
          await invalidate(reservations.path);
        }}
        onDone={() => {
          onClose();
          toast({ title: t(`done.${act}`, { name: of.name }), tone: 'success' });
        }}
      >
        <Essentials of={of} />
        <div>
          <p>{t(`tells.${act}`)}</p>
          <Concerned items={[of]} />
        </div>
        <FormTextArea name="answer" label={t('said')} description={t('optional')} maxLength={bounds.answer} autoFocus />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton variant={act === 'approve' ? 'primary' : 'danger'}>{t(`acts.${act}`)}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
