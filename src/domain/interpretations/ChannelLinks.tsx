import { styled } from 'styled-components';
import { Link } from '#lib/router.ts';
import { colour, font, media, space } from '#ui/theme.ts';

type ChannelLinksProps = {
  /** One per channel: its address, its visible text, and its accessible name with the figure. */
  links: readonly { href: string; text: string; name: string }[];
};

/** The links from a figure of several channels to the list of each. */
export function ChannelLinks({ links }: ChannelLinksProps) {
  return (
    <Root>
      {links.map(({ href, text, name }) => (
        <Link key={href} to={href} aria-label={name}>
          {text}
        </Link>
      ))}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  margin-block-start: auto;
  padding-block-start: ${space(1)};
  font-size: ${font.size.compact};

  & > a {
    min-block-size: 24px;
    color: ${colour.accentText};
    text-underline-offset: 3px;
    line-height: max(24px, 1.4em);
  }

  ${media.touch} {
    & > a {
      min-block-size: 44px;
      min-inline-size: 44px;
      line-height: max(44px, 1.4em);
    }
  }

  @media print {
    display: none;
  }
`;
