import { styled } from 'styled-components';
import { colour } from '../theme.ts';
import { seriesColours } from '../tokens.ts';

/** A series by its index, the dashed line of the period before, or the plain line of a level. */
export type SeriesKey = number | 'before' | 'level';

const lines = { before: 'textMuted', level: 'text' } as const;

/** The colour and pattern of a series. */
export function Swatch({ series }: { series: SeriesKey }) {
  return (
    <Mark
      data-pattern={series}
      aria-hidden
      $colour={colour[typeof series === 'string' ? lines[series] : (seriesColours[series] ?? 'chart1')]}
    />
  );
}

const Mark = styled.span<{ $colour: string }>`
  display: inline-block;
  flex: none;
  inline-size: 12px;
  block-size: 12px;
  border-radius: 3px;
  background-color: ${({ $colour }) => $colour};
  forced-color-adjust: none;
  print-color-adjust: exact;

  &[data-pattern='1'] {
    background-image: repeating-linear-gradient(-45deg, ${colour.surface} 0 1.5px, transparent 1.5px 4.5px);
  }

  &[data-pattern='2'] {
    background-image: radial-gradient(${colour.surface} 30%, transparent 34%);
    background-size: 5px 5px;
  }

  &[data-pattern='level'] {
    block-size: 3px;
    border-radius: 0;
  }

  &[data-pattern='before'] {
    block-size: 2px;
    border-radius: 0;
    background: repeating-linear-gradient(90deg, ${colour.textMuted} 0 4px, transparent 4px 7px);
  }
`;
