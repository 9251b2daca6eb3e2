import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { type ButtonStyleProps, buttonStyle } from './buttonStyle.ts';
import { isPlain } from './isPlain.ts';
import { linkStyle } from './linkStyle.ts';

type FollowLinkProps = ComponentProps<'a'> & {
  /** An address of the app. */
  href: string;
  /** Opens the address in this page. */
  onFollow: (href: string) => void;
};

function propsOf({ href, onFollow, ...props }: FollowLinkProps): ComponentProps<'a'> {
  return {
    ...props,
    href,
    onClick: (event) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      onFollow(href);
    },
  };
}

/** An internal link of a page that is also shown without the router. */
export function FollowLink(props: FollowLinkProps) {
  return <Anchor {...propsOf(props)} />;
}

/** The same, which looks like a large secondary button. */
export function FollowButtonLink(props: FollowLinkProps) {
  return <ButtonLike {...propsOf(props)} $variant="secondary" $size="large" $isWide />;
}

const Anchor = styled.a`
  ${linkStyle}
`;

const ButtonLike = styled.a<ButtonStyleProps>`
  ${buttonStyle}
`;
