import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { isoLanguage } from '../../contract/languages.ts';
import { colour, font, media, radius, space } from '#ui/theme.ts';
import { useChooseLanguage } from './useChooseLanguage.ts';

/** The deployment's languages side by side, each in its own name; nothing if there is only one. */
export function LanguageChoice() {
  const { t } = useTranslation('app');
  const { language, options, coming, hasFailed, choose } = useChooseLanguage();
  if (options.length < 2) return null;
  return (
    <Languages role="group" aria-label={t('language')}>
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          type="button"
          lang={isoLanguage(value)}
          aria-pressed={value === language}
          aria-busy={value === coming}
          onClick={() => void choose(value)}
        >
          {label}
        </Choice>
      ))}
      {hasFailed && <Failure role="alert">{t('languageFailed')}</Failure>}
    </Languages>
  );
}

const Languages = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;

const Choice = styled.button`
  min-block-size: 30px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  cursor: pointer;

  &:hover {
    background: ${colour.hover};
    color: ${colour.text};
  }

  &[aria-pressed='true'] {
    color: ${colour.text};
    font-weight: ${font.weight.semibold};
    text-decoration: underline 2px ${colour.accent};
    text-underline-offset: 6px;
  }

  &[aria-busy='true'] {
    cursor: progress;
  }

  ${media.touch} {
    min-block-size: 44px;
  }
`;

const Failure = styled.p`
  flex-basis: 100%;
  margin: 0;
  padding: 0 ${space(2)};
  color: ${colour.dangerText};
  font-size: ${font.size.compact};
`;
