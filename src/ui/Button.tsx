import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { styled } from 'styled-components';
import { type ButtonSize, type ButtonStyleProps, buttonStyle, type ButtonVariant } from './buttonStyle.ts';
import { Spinner } from './Spinner.tsx';

/** Acts that take something from somebody have an icon, so that not the colour alone tells them from the others. */
type Looks =
  | {
      /** `destructive` opens the question of such an act, `danger` is its confirmation in a dialog. */
      variant: 'destructive' | 'danger';
      /** Shown before the text. */
      icon: ReactNode;
    }
  | {
      /** `primary` is for the main action of a page; `secondary` is the default. */
      variant?: Exclude<ButtonVariant, 'destructive' | 'danger'>;
      icon?: ReactNode;
    };

export type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> &
  Looks & {
    size?: ButtonSize;
    /** Takes the whole width. */
    isWide?: boolean;
    children: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button. While `isPending` it keeps its size and its focus, cannot be pressed, and shows a spinner. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  isWide = false,
  children,
  ...props
}: ButtonProps) {
  return (
    <StyledButton {...props} $variant={variant} $size={size} $isWide={isWide}>
      {({ isPending }) => (
        <>
          {icon}
          <span>{children}</span>
          {isPending && (
            <Pending>
              <Spinner />
            </Pending>
          )}
        </>
      )}
    </StyledButton>
  );
}

const Pending = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  border-radius: inherit;
`;

const StyledButton = styled(AriaButton)<ButtonStyleProps>`
  ${buttonStyle}

  &[data-pending] {
    cursor: progress;
  }

  &[data-pending] > :not(${Pending}) {
    visibility: hidden;
  }
`;
