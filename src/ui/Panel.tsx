import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { Card } from './Card.ts';
import { font, media, space } from './theme.ts';

/** A card with a title, and an action beside it. */
export function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Root as="section" aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {action && <Action>{action}</Action>}
      </Head>
      {children}
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  min-inline-size: 0;
  padding: ${space(5)};

  ${media.phone} {
    padding: ${space(4)};
  }

  @media print {
    gap: ${space(2)};
    padding: ${space(3)};
    break-inside: avoid;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};

  & > h2 {
    font-size: ${font.size.body};
  }
`;

const Action = styled.div`
  display: contents;

  @media print {
    display: none;
  }
`;
