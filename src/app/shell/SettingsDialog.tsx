import { Moon, PilcrowLeft, PilcrowRight, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSettings } from '#settings/useSettings.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { Switch } from '#ui/Switch.tsx';
import { space } from '#ui/theme.ts';

/** The appearance settings of this browser (specification §2). Each choice holds at once. */
export function SettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { settings, custom, update, reset } = useSettings();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('settings')}
      actions={
        <Button
          isDisabled={!custom}
          onPress={({ target }) => {
            reset();
            // The button goes out of use under the focus, which has to stay in the dialog.
            target.closest<HTMLElement>('[role="dialog"]')?.focus();
          }}
        >
          {t('reset')}
        </Button>
      }
    >
      <Fields>
        <RadioGroup
          label={t('appearance')}
          value={settings.paletteMode}
          onChange={(paletteMode) => update({ paletteMode })}
          choices={[
            { value: 'light', label: t('light'), icon: <Sun aria-hidden /> },
            { value: 'dark', label: t('dark'), icon: <Moon aria-hidden /> },
          ]}
        />
        <RadioGroup
          label={t('direction')}
          value={settings.direction}
          onChange={(direction) => update({ direction })}
          choices={[
            { value: 'ltr', label: t('ltr'), icon: <PilcrowRight aria-hidden /> },
            { value: 'rtl', label: t('rtl'), icon: <PilcrowLeft aria-hidden /> },
          ]}
        />
        <Switch
          label={t('pinNav')}
          description={t('pinNavHint')}
          isSelected={settings.pinNav}
          onChange={(pinNav) => update({ pinNav })}
        />
      </Fields>
    </Dialog>
  );
}

const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(5)};
`;
