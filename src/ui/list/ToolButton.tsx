import { styled } from 'styled-components';
import { Button, type ButtonProps } from '../Button.tsx';
import { control, media, space } from '../theme.ts';

/** A button above a list; on a phone only its icon. `label` is the accessible name. */
export function ToolButton({
  label,
  children,
  ...props
}: Omit<ButtonProps, 'children' | 'variant'> & {
  variant?: 'primary' | 'quiet' | 'secondary';
  label: string;
  children: string;
}) {
  return (
    <Root {...props} aria-label={children === label ? label : `${label}: ${children}`}>
      {children}
    </Root>
  );
}

const Root = styled(Button)`
  max-inline-size: 100%;

  & > span {
    max-inline-size: 22ch;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  ${media.phone} {
    min-inline-size: ${control.touch};
    padding: 0 ${space(3)};

    & > span {
      display: none;
    }
  }
`;
