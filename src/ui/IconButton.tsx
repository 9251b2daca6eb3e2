import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { styled } from 'styled-components';
import { colour, colourTransition, control, disabledOpacity, media, radius } from './theme.ts';

export type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  /** The accessible name. */
  label: string;
  size?: 'small' | 'medium';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with only an icon. Wrap it in a `Tooltip` if the icon alone is not clear. */
export function IconButton({ label, size = 'medium', children, ...props }: IconButtonProps) {
  return (
    <StyledButton {...props} aria-label={label} $size={size}>
      {children}
    </StyledButton>
  );
}

const StyledButton = styled(AriaButton)<{ $size: 'small' | 'medium' }>`
  display: inline-grid;
  place-items: center;
  flex-shrink: 0;
  inline-size: ${({ $size }) => control[$size]};
  block-size: ${({ $size }) => control[$size]};
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${radius.medium};
  background: transparent;
  color: ${colour.textMuted};
  cursor: pointer;
  ${colourTransition}

  & > svg {
    inline-size: 18px;
    block-size: 18px;
  }

  &[data-hovered] {
    background: ${colour.hover};
    color: ${colour.text};
  }

  &:is([data-pressed], [aria-expanded='true']) {
    background: ${colour.pressed};
    color: ${colour.text};
  }

  &[data-disabled] {
    opacity: ${disabledOpacity};
    cursor: not-allowed;
  }

  ${media.touch} {
    inline-size: ${({ $size }) => ($size === 'small' ? control.medium : control.touch)};
    block-size: ${({ $size }) => ($size === 'small' ? control.medium : control.touch)};
  }

  ${media.forcedColours} {
    border-color: ButtonText;
  }

  @media print {
    display: none;
  }
`;
