import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Link, useLocation } from '#lib/router.ts';
import { colour, colourTransition, control, font, media, space } from './theme.ts';

/** A tab that links to a page; `count` is the number of its records. `isCurrent` is left out if the path alone says it. */
export type TabLink = { label: string; href: string; count?: string | undefined; isCurrent?: boolean };

/** Tabs as links. They scroll sideways if they do not fit. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const { pathname } = useLocation();
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // In braces: some browsers return a promise, which an effect must not.
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <nav aria-label={label}>
      <Row>
        {tabs.map(({ label: name, href, count, isCurrent = href === pathname }) => (
          <li key={href} ref={isCurrent ? current : undefined}>
            <Tab to={href} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count !== undefined && <Count>{count}</Count>}
            </Tab>
          </li>
        ))}
      </Row>
    </nav>
  );
}

const Row = styled.ul`
  display: flex;
  gap: ${space(5)};
  overflow-x: auto;
  /* Room for the focus ring, which the scrolling row would clip. */
  padding: 2px 2px 0;
  border-block-end: 1px solid ${colour.border};
  scrollbar-width: none;

  @media print {
    display: none;
  }
`;

const Count = styled.span`
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
`;

const Tab = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  min-block-size: ${control.medium};
  border-block-end: 2px solid transparent;
  color: ${colour.textMuted};
  font-weight: ${font.weight.medium};
  text-decoration: none;
  white-space: nowrap;
  ${colourTransition}

  &:hover {
    color: ${colour.text};
  }

  &[aria-current] {
    border-color: ${colour.accent};
    color: ${colour.text};
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }
`;
