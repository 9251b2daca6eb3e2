import { styled } from 'styled-components';
import { space } from '../theme.ts';
import { colour } from '../tokens.ts';
import { Swatch, type SwatchOf } from './Swatch.tsx';

/** A line of what is read at a place of a chart; without `of` it is no series, but what series come to together. */
export type PlaceLine = { of: SwatchOf | null; name: string; value: string };

/** What is read at a place, a line for each series. */
export function PlaceLines({ lines }: { lines: readonly PlaceLine[] }) {
  return (
    <List>
      {lines.map(({ of, name, value }) => (
        <div key={name}>
          {of === null ? <i /> : <Swatch of={of} />}
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

const List = styled.dl`
  & > div {
    display: flex;
    align-items: center;
    gap: ${space(2)};
  }

  & i {
    inline-size: 12px;
  }

  & dt {
    color: ${colour.textMuted};
  }

  & dd {
    margin-inline-start: auto;
    padding-inline-start: ${space(3)};
  }
`;
