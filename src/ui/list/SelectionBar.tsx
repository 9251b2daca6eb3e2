import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { FootInset } from '../FootInset.ts';
import { colour, elevation, media, radius, space } from '../theme.ts';

/**
 * Floats over the end of a list with selected records: their number, and the bulk actions. It stands before the list, so that the
 * keyboard reaches it without passing all rows.
 */
export function SelectionBar({
  number,
  message,
  onClear,
  children,
}: {
  /** The number of selected records; 0 hides the bar. */
  number: number;
  message: string;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('crud');
  if (number === 0) return null;
  return (
    <Bar role="region" aria-label={t('selection')}>
      <FootInset />
      <span role="status">{message}</span>
      <Button size="small" variant="quiet" onPress={onClear}>
        {t('clearSelection')}
      </Button>
      {children}
    </Bar>
  );
}

const Bar = styled.div`
  position: sticky;
  inset-block-end: ${space(4)};
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  order: 1;
  align-items: center;
  align-self: center;
  gap: ${space(2)};
  max-inline-size: calc(100% - ${space(4)});
  margin-block-end: ${space(3)};
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  border: 1px solid ${colour.border};
  border-radius: ${radius.large};
  background: ${colour.surfaceRaised};
  box-shadow: ${elevation.floating};

  ${media.low} {
    position: static;
  }

  @media print {
    display: none;
  }
`;
