import { Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { copyText } from '#lib/copyText.ts';
import { saveFile } from '#lib/saveFile.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Row } from '#ui/Row.ts';
import { Stack } from '#ui/Stack.ts';
import { font, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';

/** Shows new recovery codes, the only time; they can be copied and saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('ownSignIn');
  const { brand } = useTenant();
  const text = codes.join('\n');
  const copy = async () => {
    const isCopied = await copyText(text);
    toast({ title: t(isCopied ? 'totp.copied' : 'totp.notCopied'), tone: isCopied ? 'success' : 'danger' });
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isClosedByEscape={false}
      onClose={onClose}
      title={t('totp.codes')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('totp.kept')}
        </Button>
      }
    >
      <Stack $gap={4}>
        <p>{t('totp.codesText')}</p>
        <Codes dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Row>
          <Button icon={<Copy aria-hidden />} onPress={() => void copy()}>
            {t('totp.copy')}
          </Button>
          <Button
            icon={<Download aria-hidden />}
            onPress={() => saveFile(`${brand} ${t('totp.codes')}.txt`, new Blob([text], { type: 'text/plain' }))}
          >
            {t('totp.save')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

const Codes = styled.ul`
  display: grid;
  /* A code has 29 characters, and must not break. */
  grid-template-columns: repeat(auto-fill, minmax(29ch, 1fr));
  gap: ${space(1)} ${space(4)};
  font-family: ${font.mono};
`;
