import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '#ui/Button.tsx';
import { colour, elevation, font, footInset, layer, radius, space } from '#ui/theme.ts';
import { watchInput } from './idleLimit.ts';

/**
 * Ends the session after `minutes` without input, and warns before. The warning takes no focus, so that the key that closes it also
 * reaches the field in which somebody types.
 */
export function IdleLimit({ minutes }: { minutes: number }) {
  const { t } = useTranslation('shell');
  const [minutesLeft, setMinutesLeft] = useState<number | null>(null);
  useEffect(() => watchInput(minutes, setMinutesLeft), [minutes]);
  const [title, text] = [useId(), useId()];
  return createPortal(
    // The attribute keeps it reachable beside open dialogs. Each minute only the changed line is read.
    <Place data-react-aria-top-layer="true" aria-live="polite">
      {minutesLeft !== null && (
        <Card role="alertdialog" aria-labelledby={title} aria-describedby={text}>
          <TriangleAlert size={18} aria-hidden />
          <Words>
            <Title id={title}>{t('idleTitle', { count: minutesLeft })}</Title>
            <p id={text}>{t('idleText')}</p>
          </Words>
          {/* As all input, a press is noticed by `watchInput`. */}
          <Button size="small">{t('idleStay')}</Button>
        </Card>
      )}
    </Place>,
    document.body,
  );
}

const Place = styled.div`
  position: fixed;
  inset-block-end: calc(${footInset} + ${space(3)});
  inset-inline: ${space(3)};
  z-index: ${layer.toast};
  display: flex;
  justify-content: center;
  pointer-events: none;

  @media print {
    display: none;
  }
`;

const Card = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(2.5)};
  max-inline-size: min(560px, 100%);
  padding: ${space(3)} ${space(3.5)};
  background: ${colour.surfaceRaised};
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.large};
  box-shadow: ${elevation.floating};
  pointer-events: auto;

  & > svg {
    color: ${colour.warningText};
  }
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 16ch;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;

const Title = styled.p`
  color: ${colour.text};
  font-size: ${font.size.body};
  font-weight: ${font.weight.semibold};
`;
