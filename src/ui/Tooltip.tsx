import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { styled } from 'styled-components';
import { colour, duration, font, media, radius, space } from './theme.ts';

export type TooltipProps = {
  /** The text; it does not replace the label of the child. */
  text: ReactNode;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  isDisabled?: boolean;
  /** One focusable element: a button, or a link inside `Focusable`. */
  children: ReactNode;
};

/** A tooltip on hover and focus. Its text must be available elsewhere, too. */
export function Tooltip({ text, placement = 'bottom', isDisabled, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={60} isDisabled={isDisabled}>
      {children}
      <Bubble placement={placement} offset={8}>
        {text}
      </Bubble>
    </TooltipTrigger>
  );
}

const Bubble = styled(AriaTooltip)`
  max-inline-size: 260px;
  padding: ${space(1)} ${space(2)};
  background: ${colour.text};
  color: ${colour.ground};
  border: 1px solid transparent;
  border-radius: ${radius.small};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};

  ${media.moving} {
    transition: opacity ${duration.quick};
  }

  &[data-entering],
  &[data-exiting] {
    opacity: 0;
  }
`;
