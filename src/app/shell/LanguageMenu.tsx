import { Languages } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { isoLanguage } from '../../../contract/languages.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { media, space } from '#ui/theme.ts';
import { toast } from '#ui/toast.ts';
import { useChooseLanguage } from '../useChooseLanguage.ts';

/** The deployment's languages, each in its own name; nothing if there is only one. */
export function LanguageMenu() {
  const { t } = useTranslation('app');
  const { language, options, coming, hasFailed, choose } = useChooseLanguage();
  useEffect(() => (hasFailed ? toast({ title: t('languageFailed'), tone: 'danger' }) : undefined), [hasFailed, t]);
  if (options.length < 2) return null;
  const current = options.find(({ value }) => value === language)?.label ?? language;
  return (
    <Menu
      label={t('language')}
      trigger={
        <LanguageButton
          variant="quiet"
          icon={<Languages aria-hidden />}
          isPending={coming !== null}
          aria-label={`${t('language')}: ${current}`}
        >
          {current}
        </LanguageButton>
      }
    >
      <MenuSection
        aria-label={t('language')}
        selectionMode="single"
        selectedKeys={[language]}
        disallowEmptySelection
        onSelectionChange={(keys) => {
          const chosen = options.find(({ value }) => keys !== 'all' && keys.has(value));
          if (chosen) void choose(chosen.value);
        }}
      >
        {options.map(({ value, label }) => (
          <MenuItem key={value} id={value} lang={isoLanguage(value)}>
            {label}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}

const LanguageButton = styled(Button)`
  ${media.phone} {
    padding: 0 ${space(3)};

    & > span {
      display: none;
    }
  }
`;
