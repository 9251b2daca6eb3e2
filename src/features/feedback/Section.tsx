import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Card } from '#ui/Card.ts';
import { font, media, space } from '#ui/theme.ts';

/** A titled section. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Root as="section">
      <h2>{title}</h2>
      {children}
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(5)};

  & > h2 {
    font-size: ${font.size.body};
  }

  ${media.phone} {
    padding: ${space(4)};
  }
`;
