import { css } from 'styled-components';
import { colour, colourTransition, control, disabledOpacity, font, media, radius, space } from './theme.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';
export type ButtonStyleProps = { $variant: ButtonVariant; $size: ButtonSize; $isWide?: boolean };

const variants = {
  primary: css`
    background: ${colour.accent};
    border-color: ${colour.accent};
    color: ${colour.onAccent};

    &:is([data-hovered], a:hover) {
      background: ${colour.accentHover};
      border-color: ${colour.accentHover};
    }

    &:is([data-pressed], a:active) {
      background: ${colour.accentPressed};
      border-color: ${colour.accentPressed};
    }
  `,
  secondary: css`
    background: ${colour.surface};
    border-color: ${colour.borderControl};
    color: ${colour.text};

    &:is([data-hovered], a:hover) {
      background: ${colour.hover};
    }

    &:is([data-pressed], a:active) {
      background: ${colour.pressed};
    }
  `,
  quiet: css`
    background: transparent;
    border-color: transparent;
    color: ${colour.text};

    &:is([data-hovered], a:hover) {
      background: ${colour.hover};
    }

    &:is([data-pressed], [aria-expanded='true'], a:active) {
      background: ${colour.pressed};
    }
  `,
  /* Quiet, so that it is never louder than the primary act. */
  destructive: css`
    background: transparent;
    border-color: transparent;
    color: ${colour.dangerText};

    &:is([data-hovered], a:hover) {
      background: ${colour.hover};
    }

    &:is([data-pressed], a:active) {
      background: ${colour.pressed};
    }
  `,
  danger: css`
    background: ${colour.danger};
    border-color: ${colour.danger};
    color: ${colour.onDanger};

    &:is([data-hovered], [data-pressed], a:hover) {
      background: ${colour.dangerHover};
      border-color: ${colour.dangerHover};
    }
  `,
} as const satisfies Record<ButtonVariant, ReturnType<typeof css>>;

/** The style of buttons, and of links that look like buttons. */
export const buttonStyle = css<ButtonStyleProps>`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-block-size: ${({ $size }) => control[$size]};
  inline-size: ${({ $isWide }) => ($isWide ? '100%' : 'auto')};
  padding: ${({ $size }) => ($size === 'small' ? `${space(1)} ${space(2.5)}` : `${space(1)} ${space(3.5)}`)};
  border: 1px solid;
  border-radius: ${({ $size }) => ($size === 'small' ? radius.small : radius.medium)};
  font-size: ${({ $size }) => ($size === 'small' ? font.size.compact : font.size.body)};
  font-weight: ${font.weight.medium};
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  ${colourTransition}
  ${({ $variant }) => variants[$variant]}

  & > svg {
    inline-size: 16px;
    block-size: 16px;
  }

  &[data-disabled] {
    opacity: ${disabledOpacity};
    cursor: not-allowed;
  }

  ${media.touch} {
    min-block-size: ${({ $size }) => ($size === 'small' ? control.large : control.touch)};
  }

  ${media.forcedColours} {
    border-color: ButtonText;
  }

  @media print {
    display: none;
  }
`;
