import type { ReactNode } from 'react';
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch';
import { styled } from 'styled-components';
import { colour, disabledOpacity, duration, font, media, radius, space } from './theme.ts';

export type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'style'> & {
  label: ReactNode;
  description?: ReactNode;
};

/** A setting that is switched on or off. */
export function Switch({ label, description, ...props }: SwitchProps) {
  return (
    <Root {...props}>
      <Track aria-hidden />
      <Words>
        <span>{label}</span>
        {description && <Description>{description}</Description>}
      </Words>
    </Root>
  );
}

const Track = styled.span`
  flex-shrink: 0;
  inline-size: 36px;
  block-size: 20px;
  padding: 2px;
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.round};
  background: ${colour.surfaceSunken};
  /* Only its colour says whether it is on. */
  print-color-adjust: exact;

  &::before {
    content: '';
    display: block;
    inline-size: 14px;
    block-size: 14px;
    border-radius: ${radius.round};
    background: ${colour.borderControl};
  }

  ${media.moving} {
    transition: background-color ${duration.quick};

    &::before {
      transition: translate ${duration.quick};
    }
  }
`;

const Root = styled(AriaSwitch)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-block-size: 36px;
  cursor: pointer;

  &[data-selected] ${Track} {
    background: ${colour.accent};
    border-color: ${colour.accent};
  }

  &[data-selected] ${Track}::before {
    translate: 16px 0;
    background: ${colour.onAccent};
  }

  [dir='rtl'] &[data-selected] ${Track}::before {
    translate: -16px 0;
  }

  &[data-focus-visible] ${Track} {
    outline: 2px solid ${colour.focus};
    outline-offset: 2px;
  }

  &[data-disabled] {
    cursor: not-allowed;
  }

  @media screen {
    &[data-disabled] {
      opacity: ${disabledOpacity};
    }
  }

  ${media.touch} {
    min-block-size: 44px;
  }

  ${media.forcedColours} {
    & ${Track}::before {
      forced-color-adjust: none;
      background: ButtonText;
    }

    &[data-selected] ${Track} {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;

const Words = styled.span`
  display: flex;
  flex-direction: column;
`;

const Description = styled.span`
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
`;
