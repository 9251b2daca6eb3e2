import { Moon, PilcrowLeft, PilcrowRight, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSettingsPanel } from '#settings/useSettingsPanel.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { Select } from '#ui/Select.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { Switch } from '#ui/Switch.tsx';
import { font, space } from '#ui/theme.ts';
import { useChooseLanguage } from '../useChooseLanguage.ts';
import type { OverlayProps } from './overlay.ts';

/** The settings of this browser (R20, R21). Each choice takes effect at once. */
export function SettingsDrawer({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation(['shell', 'app', 'palette']);
  const { settings, direction, custom, update, chooseDirection, reset } = useSettingsPanel();
  const { language, options, choose } = useChooseLanguage();
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      label={t('settings')}
      side="end"
      head={
        <Head>
          <h2>{t('settings')}</h2>
          {custom && <Badge tone="info">{t('custom')}</Badge>}
        </Head>
      }
    >
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
        value={direction}
        onChange={chooseDirection}
        choices={[
          { value: 'ltr', label: t('ltr'), icon: <PilcrowRight aria-hidden /> },
          { value: 'rtl', label: t('rtl'), icon: <PilcrowLeft aria-hidden /> },
        ]}
      />
      {options.length > 1 && (
        <Select label={t('app:language')} choices={options} value={language} onChange={(value) => void choose(value)} />
      )}
      <Switch
        label={t('pinNav')}
        description={t('pinNavHint')}
        isSelected={settings.pinNav}
        onChange={(pinNav) => update({ pinNav })}
      />
      <Switch
        label={t('palette:letterKeys')}
        description={t('palette:letterKeysHint')}
        isSelected={settings.shortcuts !== false}
        onChange={(isOn) => update({ shortcuts: isOn ? undefined : false })}
      />
      {'vibrate' in navigator && (
        <Switch
          label={t('vibration')}
          description={t('vibrationHint')}
          isSelected={settings.vibration === true}
          onChange={(isOn) => update({ vibration: isOn || undefined })}
        />
      )}
      <Button
        isDisabled={!custom}
        onPress={({ target }) => {
          reset();
          // The focused button becomes disabled, and the focus has to stay in the panel.
          target.closest<HTMLElement>('[role="dialog"]')?.focus();
        }}
      >
        {t('reset')}
      </Button>
    </SidePanel>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > h2 {
    font-size: ${font.size.lead};
  }
`;
