import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useWord } from '#i18n/words.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { useSettings } from '#settings/useSettings.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Keys } from '#ui/Keys.tsx';
import { Switch } from '#ui/Switch.tsx';
import { colour, font, media, space } from '#ui/theme.ts';
import type { OverlayProps } from '../shell/overlay.ts';
import { useEntries } from '#crud/openFeatures.ts';
import { Guide } from './Guide.tsx';

/** The staff guide and all keyboard shortcuts, with the switch for letter keys (WCAG 2.1.4). */
export function HelpSheet({ isOpen, onClose }: OverlayProps) {
  const { t } = useTranslation(['palette', 'guide']);
  const word = useWord();
  const { settings, update } = useSettings();
  const entries = useEntries();
  const plans = useMayWrite('reservations');
  const groups: { title: string; lines: [keys: string[], description: string][] }[] = [
    {
      title: t('anywhere'),
      lines: [
        [['mod+k'], t('title')],
        [['?'], t('shortcuts')],
      ],
    },
    {
      title: t('inLists'),
      lines: [
        [['/'], t('keySearch')],
        [['n', 'c'], t('keyNew')],
        [['j', 'k'], t('keyRows')],
        [['.', ','], t('keyPages')],
        ...(plans ? ([[['a'], t('keyApprove')]] as [string[], string][]) : []),
      ],
    },
    { title: t('inForms'), lines: [[['mod+s'], t('keySave')]] },
    {
      title: t('goTo'),
      lines: entries.flatMap(({ label, key }) => (key ? [[[`g ${key}`], word(label)] as [string[], string]] : [])),
    },
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shortcuts')} size="large">
      <Guide onLeave={onClose} />
      <KeysTitle>{t('guide:keys')}</KeysTitle>
      <Switch
        label={t('letterKeys')}
        description={t('letterKeysHint')}
        isSelected={settings.shortcuts !== false}
        onChange={(isOn) => update({ shortcuts: isOn ? undefined : false })}
      />
      <Groups>
        {groups.map(({ title, lines }) => (
          <section key={title}>
            <h4>{title}</h4>
            <dl>
              {lines.map(([keys, description]) => (
                <div key={description}>
                  <dt>{description}</dt>
                  <dd>
                    {keys.map((shortcut) => (
                      <Keys key={shortcut} keys={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Groups>
    </Dialog>
  );
}

const KeysTitle = styled.h3`
  margin-block-end: ${space(2)};
`;

const Groups = styled.div`
  margin-block-start: ${space(4)};
  columns: 2;
  column-gap: ${space(8)};

  & > section {
    break-inside: avoid;
    margin-block-end: ${space(5)};
  }

  & h4 {
    margin-block-end: ${space(1)};
    color: ${colour.textMuted};
    font-size: ${font.size.small};
  }

  & dl > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space(4)};
    min-block-size: ${space(8)};
  }

  & dd {
    display: flex;
    flex-shrink: 0;
    gap: ${space(1.5)};
  }

  ${media.phone} {
    columns: 1;
  }
`;
