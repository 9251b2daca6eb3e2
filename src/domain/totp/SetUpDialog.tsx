import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TotpSetup } from '../../../contract/factors.ts';
import { confirmTotp } from '#api/factors.ts';
import { Code } from '#ui/Code.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { required } from '#ui/form/checks.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActs } from '#ui/form/FormActs.tsx';
import { FormCodeField } from '#ui/form/FormCodeField.tsx';
import { Stack } from '#ui/Stack.ts';
import { radius } from '#ui/theme.ts';

type SetUpDialogProps = {
  setup: TotpSetup;
  onClose: () => void;
  /** Called with the recovery codes. */
  onDone: (codes: readonly string[]) => void;
};

/** Shows the secret as QR code and as text, and asks for the first code of the app. */
export function SetUpDialog({ setup: { secret, qr }, onClose, onDone }: SetUpDialogProps) {
  const { t } = useTranslation('ownSignIn');
  return (
    <Dialog isOpen onClose={onClose} title={t('totp.add')}>
      <Stack $gap={4}>
        <p>{t('totp.scan')}</p>
        <Picture src={`data:image/svg+xml,${encodeURIComponent(qr)}`} alt={t('totp.qr')} />
        <p>
          {t('totp.key')}{' '}
          <Code as="bdi" dir="ltr">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </p>
        <Form
          label={t('totp.add')}
          hasSummary={false}
          hasLegend={false}
          initialValues={{ code: '' }}
          onSubmit={async ({ code }) => onDone((await confirmTotp(code)).codes)}
        >
          <FormCodeField name="code" label={t('totp.code')} length={6} validate={required} />
          <FormActs onCancel={onClose}>{t('totp.confirm')}</FormActs>
        </Form>
      </Stack>
    </Dialog>
  );
}

const Picture = styled.img`
  inline-size: 200px;
  block-size: 200px;
  border-radius: ${radius.small};
`;
