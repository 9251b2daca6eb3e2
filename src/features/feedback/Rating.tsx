import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Stars } from '#domain/Stars.tsx';
import { Muted } from '#ui/Muted.ts';
import { media, space } from '#ui/theme.ts';

type Rated = 1 | 2 | 3 | 4 | 5;

const isRated = (value: number): value is Rated => Number.isInteger(value) && value >= 1 && value <= 5;

/** A rating as stars with its meaning, and its number unless `isShort`; null: not rated. */
export function Rating({ value, isShort = false }: { value: number | null; isShort?: boolean }) {
  const { t } = useTranslation('feedback');
  if (value === null || !isRated(value)) return <Muted>{t('notRated')}</Muted>;
  return (
    <Root data-short={isShort || undefined}>
      <Stars value={value} />
      {!isShort && <span>{t('stars', { value })}</span>}
      <Muted>{t(`inWords${value}`)}</Muted>
    </Root>
  );
}

const Root = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space(2)};
  white-space: nowrap;

  ${media.wide} {
    &[data-short] {
      flex-wrap: nowrap;
    }
  }
`;
