import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PersonOutput, personOutputs } from '../../../contract/privacyNames.ts';
import { privacy } from '#api/privacy.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';

/** Saves all data about a person as a file. */
export function ExportPerson({ id }: { id: string }) {
  const { t } = useTranslation('privacy');
  const errorMessage = useErrorMessage();
  const [isRunning, setRunning] = useState(false);
  const save = async (output: PersonOutput) => {
    setRunning(true);
    try {
      saveFile(`person.${output}`, await privacy.file(id, output));
      toast({ title: t('exported'), tone: 'success' });
    } catch (error) {
      toast({ title: errorMessage(error), tone: 'danger' });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Menu
      label={t('export')}
      trigger={
        <Button icon={<Download aria-hidden />} isPending={isRunning}>
          {t('export')}
        </Button>
      }
    >
      {personOutputs.map((output) => (
        <MenuItem key={output} id={output} onAction={() => void save(output)}>
          {t(`outputs.${output}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
