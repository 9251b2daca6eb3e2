import { useTranslation } from 'react-i18next';
import { CopiedText } from '#domain/CopiedText.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Stack } from '#ui/Stack.ts';

/** Shows a secret the only time. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t('secretTitle')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('kept')}
        </Button>
      }
    >
      <Stack $gap={4}>
        <p>{t('secretText')}</p>
        <CopiedText text={secret} />
      </Stack>
    </Dialog>
  );
}
