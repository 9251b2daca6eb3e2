import { styled } from 'styled-components';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from '#lib/router.ts';
import { type ButtonSize, type ButtonStyleProps, buttonStyle, type ButtonVariant } from './buttonStyle.ts';

type ButtonLinkProps = RouterLinkProps & { variant?: ButtonVariant; size?: ButtonSize; isWide?: boolean };

/** An internal link that looks like a button. */
export function ButtonLink({ variant = 'secondary', size = 'medium', isWide, ...props }: ButtonLinkProps) {
  return <ButtonLike {...props} $variant={variant} $size={size} $isWide={isWide} />;
}

const ButtonLike = styled(RouterLink)<ButtonStyleProps>`
  ${buttonStyle}
`;
