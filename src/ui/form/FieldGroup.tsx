import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { font, media, space } from '../theme.ts';
import { colour } from '../tokens.ts';

/** Fields that belong together, under a title: beside it where there is room. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Group>
      <Legend>{title}</Legend>
      <Fields>{children}</Fields>
    </Group>
  );
}

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)} ${space(8)};
  min-inline-size: 0;
  padding: 0 0 ${space(5)};
  border: 0;

  & + & {
    padding-block-start: ${space(5)};
    border-block-start: 1px solid ${colour.border};
  }

  ${media.wide} {
    grid-template-columns: 200px minmax(0, 1fr);
  }
`;

const Legend = styled.legend`
  float: inline-start;
  padding: 0;
  font-weight: ${font.weight.semibold};
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: ${space(4)};
  align-items: start;
  max-inline-size: 720px;
`;
