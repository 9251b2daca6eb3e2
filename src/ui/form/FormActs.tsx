import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { DialogActs } from '../Dialog.tsx';
import { SubmitButton, type SubmitButtonProps } from './SubmitButton.tsx';

/** The buttons of a form in a dialog: Cancel, and the one that submits it. The page needs the namespace `crud`. */
export function FormActs({ onCancel, ...submit }: SubmitButtonProps & { onCancel: () => void }) {
  const { t } = useTranslation('crud');
  return (
    <DialogActs>
      <Button onPress={onCancel}>{t('cancel')}</Button>
      <SubmitButton {...submit} />
    </DialogActs>
  );
}
