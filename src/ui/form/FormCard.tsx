import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { Card } from '../Card.ts';
import { media, space } from '../theme.ts';

/** A form in a card; its save bar extends to the card's edges. */
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
