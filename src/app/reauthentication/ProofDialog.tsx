import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proof, Reauthentication } from '../../../contract/reauthentication.ts';
import { useQuery } from '#api/query.ts';
import { askForProofCode, reauthenticate, reauthenticationWays } from '#api/reauthentication.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { userAtom } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormPasswordField } from '#ui/form/FormPasswordField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { Row } from '#ui/Row.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { useAct } from '#ui/useAct.ts';

export type ProofDialogProps = {
  isOpen: boolean;
  /** Called once: whether the person has proved who they are. */
  onAnswer: (isProved: boolean) => void;
};

/** Asks the signed-in person to prove again who they are, with one of the proofs that they can give. */
export function ProofDialog({ isOpen, onAnswer }: ProofDialogProps) {
  const { t } = useTranslation('proof');
  const { data, error, isValidating, retry } = useQuery(isOpen ? reauthenticationWays : null);
  const [chosen, setChosen] = useState<Proof | null>(null);
  const way = chosen ?? data?.ways[0];
  return (
    <Dialog isOpen={isOpen} onClose={() => onAnswer(false)} title={t('title')}>
      <Stack $gap={4}>
        <p>{t('text')}</p>
        {!data && error !== undefined && (
          <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
        )}
        {!data && error === undefined && <Skeleton height="96px" />}
        {data && way && <ProofForm key={way} way={way} onAnswer={onAnswer} />}
        {data && data.ways.length > 1 && (
          <Row>
            {data.ways
              .filter((alternative) => alternative !== way)
              .map((alternative) => (
                <Button key={alternative} variant="quiet" size="small" onPress={() => setChosen(alternative)}>
                  {t(`instead.${alternative}`)}
                </Button>
              ))}
          </Row>
        )}
      </Stack>
    </Dialog>
  );
}

/** The form for one proof. */
function ProofForm({ way, onAnswer }: { way: Proof; onAnswer: (isProved: boolean) => void }) {
  const { t } = useTranslation('proof');
  const email = useAtomValue(userAtom)?.email ?? '';
  const [otpToken, setOtpToken] = useState('');
  const proofOf = async ({
    current_password,
    code,
  }: {
    current_password: string;
    code: string;
  }): Promise<Reauthentication> =>
    way === 'passkey'
      ? { passkey: await (await loadChunk(() => import('#api/passkeys.ts'))).askForProof() }
      : way === 'password'
        ? { current_password }
        : way === 'totp'
          ? { code }
          : { otpToken, code: code.trim() };
  return (
    <Form
      label={t('title')}
      hasSummary={false}
      hasLegend={false}
      initialValues={{ current_password: '', code: '' }}
      onSubmit={async (typed) => reauthenticate(await proofOf(typed))}
      onDone={() => onAnswer(true)}
    >
      {way === 'password' ? (
        <>
          {/* Tells password managers whose password it is. */}
          <input hidden type="text" autoComplete="username" value={email} readOnly />
          <FormPasswordField
            name="current_password"
            label={t('password')}
            autoComplete="current-password"
            validate={required}
            autoFocus
          />
        </>
      ) : way === 'passkey' ? null : (
        <>
          {way === 'code' && <MailedCode onSent={setOtpToken} />}
          <FormTextField
            name="code"
            label={t(way === 'code' ? 'code' : 'appCode')}
            description={way === 'totp' ? t('appCodeHint') : undefined}
            autoComplete="one-time-code"
            validate={required}
            autoFocus={way === 'totp'}
          />
        </>
      )}
      <FormActs onCancel={() => onAnswer(false)}>{t(way === 'passkey' ? 'passkey' : 'confirm')}</FormActs>
    </Form>
  );
}

/** Sends a code to the person's address. `onSent` receives its token. */
function MailedCode({ onSent }: { onSent: (otpToken: string) => void }) {
  const { t } = useTranslation('proof');
  const email = useAtomValue(userAtom)?.email ?? '';
  const { run: send, isRunning } = useAct(async () => {
    onSent((await askForProofCode()).otpToken);
    toast({ title: t('codeSent', { email }), tone: 'success' });
  });
  return (
    <>
      <p>{t('codeHint')}</p>
      <div>
        <Button isPending={isRunning} onPress={() => void send()}>
          {t('sendCode')}
        </Button>
      </div>
    </>
  );
}
