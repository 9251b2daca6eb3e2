import { KeySquare, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SecondFactors, TotpSetup } from '../../../contract/factors.ts';
import { confirmTotp, ownFactors, removeTotp, renewRecoveryCodes, setUpTotp } from '#api/factors.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { required } from '#ui/form/checks.ts';
import { FormCodeField } from '#ui/form/FormCodeField.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail, Rows } from '#ui/Rows.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { radius } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

type Question = 'remove' | 'renew';

/** The signed-in person's authenticator app and recovery codes: added, replaced, removed. */
export function TotpPanel() {
  const { t } = useTranslation('ownSignIn');
  const invalidate = useInvalidate();
  const { data, error, isValidating, retry } = useQuery(ownFactors);
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const { run: start, isRunning: isStarting } = useAct(async () => setSetup(await setUpTotp()));
  const finish = async (made: readonly string[]) => {
    setSetup(null);
    setCodes(made);
    await invalidate(ownFactors[0]);
  };
  const act = async () => {
    if (question === 'remove') {
      await removeTotp();
      toast({ title: t('totp.removed'), tone: 'success' });
    } else setCodes((await renewRecoveryCodes()).codes);
    setQuestion(null);
    await invalidate(ownFactors[0]);
  };
  const totp = data?.totp;
  return (
    <Panel
      title={t('totp.title')}
      action={
        data &&
        !totp && (
          <Button icon={<Smartphone aria-hidden />} isPending={isStarting} onPress={() => void start()}>
            {t('totp.add')}
          </Button>
        )
      }
    >
      {!data && error !== undefined ? (
        <FailedState title={t('totp.failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
      ) : !data ? (
        <Skeleton height="40px" />
      ) : !totp ? (
        <Muted as="p">{t('totp.none')}</Muted>
      ) : (
        <FactorRows totp={totp} codesLeft={data.recovery_codes} onAsk={setQuestion} />
      )}
      {setup && <SetUpDialog setup={setup} onClose={() => setSetup(null)} onDone={(made) => void finish(made)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      <ConfirmDialog
        isOpen={question !== null}
        onClose={() => setQuestion(null)}
        title={t(question === 'renew' ? 'totp.renewTitle' : 'totp.removeTitle')}
        confirm={t(question === 'renew' ? 'totp.renew' : 'totp.remove')}
        act={act}
      >
        <p>{t(question === 'renew' ? 'totp.renewText' : 'totp.removeText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}

type FactorRowsProps = {
  totp: NonNullable<SecondFactors['totp']>;
  codesLeft: number;
  onAsk: (question: Question) => void;
};

/** The app and the recovery codes, with what can be done with them. */
function FactorRows({ totp, codesLeft, onAsk }: FactorRowsProps) {
  const { t } = useTranslation('ownSignIn');
  const { dates, numbers } = useFormats();
  return (
    <Rows>
      <ListRow>
        <div>
          <div>{t('totp.app')}</div>
          <RowDetail>
            {[
              t('totp.added', { when: dates.dateTime(totp.added) }),
              totp.used && t('sessions.used', { when: dates.dateTime(totp.used) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </RowDetail>
        </div>
        <Button variant="destructive" icon={<Trash2 aria-hidden />} onPress={() => onAsk('remove')}>
          {t('totp.remove')}
        </Button>
      </ListRow>
      <ListRow>
        <div>
          <div>{t('totp.codes')}</div>
          <RowDetail>{t('totp.codesLeft', { number: numbers.count(codesLeft) })}</RowDetail>
        </div>
        <Button icon={<KeySquare aria-hidden />} onPress={() => onAsk('renew')}>
          {t('totp.renew')}
        </Button>
      </ListRow>
    </Rows>
  );
}

type SetUpDialogProps = {
  setup: TotpSetup;
  onClose: () => void;
  /** Called with the recovery codes. */
  onDone: (codes: readonly string[]) => void;
};

/** Shows the secret as QR code and as text, and asks for the first code of the app. */
function SetUpDialog({ setup: { secret, qr }, onClose, onDone }: SetUpDialogProps) {
  const { t } = useTranslation('ownSignIn');
  return (
    <FormDialog
      title={t('totp.add')}
      onClose={onClose}
      label={t('totp.add')}
      hasLegend={false}
      initialValues={{ code: '' }}
      onSubmit={async ({ code }) => onDone((await confirmTotp(code)).codes)}
      submit={t('totp.confirm')}
    >
      <p>{t('totp.scan')}</p>
      <Picture src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={t('totp.qr')} />
      <p>
        {t('totp.key')}{' '}
        <Code as="bdi" dir="ltr">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
      </p>
      <FormCodeField name="code" label={t('totp.code')} length={6} validate={required} />
    </FormDialog>
  );
}

const Picture = styled.img`
  inline-size: 200px;
  block-size: 200px;
  border-radius: ${radius.small};
`;
