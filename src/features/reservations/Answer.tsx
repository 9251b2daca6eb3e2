import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { useInvalidate } from '#api/query.ts';
import { type AnswerAct, reservations } from '#api/reservations.ts';
import { When } from '#domain/When.tsx';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.ts';
import { FormTextArea } from '#ui/form/FormTextArea.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Row } from '#ui/Row.ts';
import { toast } from '#ui/toast.ts';

const acts: readonly AnswerAct[] = ['cancel', 'reject', 'approve'];

/** Who asked, what was answered, and the answers that this person may give. */
export function Answer({ of }: { of: Reservation }) {
  const { t } = useTranslation('reservations');
  const [act, setAct] = useState<AnswerAct | null>(null);
  const possible = acts.filter((one) => of.can[one]);
  return (
    <Panel
      title={t('answer')}
      action={
        possible.length > 0 && (
          <Row>
            {possible.map((one) => (
              <Button key={one} variant={one === 'approve' ? 'primary' : 'secondary'} onPress={() => setAct(one)}>
                {t(`acts.${one}`)}
              </Button>
            ))}
          </Row>
        )
      }
    >
      <Facts>
        <dt>{t('created')}</dt>
        <dd>
          <When at={of.created} />
        </dd>
        {of.customer && (
          <>
            <dt>{t('customer')}</dt>
            <dd>{of.customer_name}</dd>
          </>
        )}
        {of.partner && (
          <>
            <dt>{t('partner')}</dt>
            <dd>
              <Link to={paths.partner.href({ id: of.partner })}>{of.partner_name}</Link>
            </dd>
          </>
        )}
        <dt>{t('answered')}</dt>
        <dd>
          {of.answered ? (
            <>
              <When at={of.answered} />
              {of.answered_by_name && ` · ${of.answered_by_name}`}
            </>
          ) : (
            t('notYet')
          )}
        </dd>
        {of.answer && (
          <>
            <dt>{t('said')}</dt>
            <dd>{of.answer}</dd>
          </>
        )}
      </Facts>
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
        <p>{t(`tells.${act}`)}</p>
        <FormTextArea name="answer" label={t('said')} description={t('optional')} maxLength={bounds.reason} autoFocus />
        <FormActs>
          <Button onPress={onClose}>{t('crud:cancel')}</Button>
          <SubmitButton variant={act === 'approve' ? 'primary' : 'danger'}>{t(`acts.${act}`)}</SubmitButton>
        </FormActs>
      </Form>
    </Dialog>
  );
}
