import { styled } from 'styled-components';
import { colour, space } from '../theme.ts';
import { Swatch, type SeriesKey } from './Swatch.tsx';

/** A line of a chart's tooltip; `of` is null for the total of several series. */
export type PlaceLine = { series: SeriesKey | null; name: string; value: string };

/** The lines of a chart's tooltip, one per series. */
export function PlaceLines({ lines }: { lines: readonly PlaceLine[] }) {
  return (
    <List>
      {lines.map(({ series, name, value }) => (
        <div key={name}>
          {series === null ? <i /> : <Swatch series={series} />}
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
