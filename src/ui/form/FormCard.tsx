import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { Card } from '../Card.ts';
import { media, space } from '../theme.ts';

/** A form in a card, whose save bar ends at the card's edge. */
export function FormCard({ children }: { children: ReactNode }) {
  return (
    <Card>
      <Padded>{children}</Padded>
    </Card>
  );
}

const Padded = styled.div`
  padding: ${space(5)} ${space(5)} 0;

  ${media.phone} {
    padding-inline: ${space(4)};
  }
`;
