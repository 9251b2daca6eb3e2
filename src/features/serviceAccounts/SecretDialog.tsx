import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Stack } from '#ui/Stack.ts';
import { CopiedText } from '#domain/CopiedText.tsx';

/** Shows a new secret, the only time. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('serviceAccounts');
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={t('newTitle')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('kept')}
        </Button>
      }
    >
      <Stack $gap={4}>
        <p>{t('newText')}</p>
        <CopiedText text={secret} />
      </Stack>
    </Dialog>
  );
}
