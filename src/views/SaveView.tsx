import { useTranslation } from 'react-i18next';
import { NameForm } from '#ui/form/NameForm.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** Asks for the name of a view, and saves it. */
export function SaveView({
  isOpen,
  onClose,
  save,
}: {
  isOpen: boolean;
  onClose: () => void;
  save: (name: string) => Promise<void>;
}) {
  const { t } = useTranslation('crud');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('saveViewTitle')}>
      <NameForm
        label={t('viewName')}
        description={t('saveViewHint')}
        name=""
        save={save}
        savedMessage={t('viewSaved')}
        onClose={onClose}
      />
    </Dialog>
  );
}
