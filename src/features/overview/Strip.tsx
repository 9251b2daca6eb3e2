import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { Card } from '#ui/Card.ts';
import { colour, font, space } from '#ui/theme.ts';

/** Numbers side by side under their title and their period; on a phone in two columns. */
export function Strip({ title, detail, children }: { title: string; detail?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Head>
        <h2 id={id}>{title}</h2>
        {detail && <span>{detail}</span>}
      </Head>
      <Cells>{children}</Cells>
    </section>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 ${space(2)};
  margin-block-end: ${space(2)};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  & > h2 {
    color: ${colour.text};
    font-size: ${font.size.body};
  }
`;

/** The gaps between the cells are lines; the last cell takes what is left of its row. */
export const Cells = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  gap: 1px;
  overflow: hidden;
  background: ${colour.border};

  & > * {
    flex: 1 1 max(9.5rem, 14%);
    background: ${colour.surface};
  }

  /* A sheet has room for all in one row, and then for the reservations below them. */
  @media print {
    & > * {
      flex-basis: 12%;
    }
  }
`;
