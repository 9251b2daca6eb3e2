import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { loadChunk } from '#lib/loadChunk.ts';
import { Skeleton } from '../Skeleton.tsx';
import { Table } from '../Table.ts';
import { font, focusRing, media, radius, space, visuallyHidden } from '../theme.ts';
import { colour } from '../tokens.ts';
import type { ChartData } from './series.ts';
import { seriesColours } from './seriesColours.ts';

/** The library that draws: only where a chart is, and once somebody looks at it. */
const Canvas = lazy(async () => ({ default: (await loadChunk(() => import('./Canvas.tsx'))).Canvas }));

export type ChartProps = {
  data: ChartData;
  /** What the chart shows and says, for those who do not see it. */
  description: string;
  /** What the categories are: the head of the first column of the table. */
  axis: string;
  /** In pixels. */
  height?: number;
};

/** A chart with its legend, and the same figures as a table. The page needs the words of `chart`. */
export function Chart({ data, description, axis, height = 260 }: ChartProps) {
  const { t } = useTranslation('chart');
  const { categories, series, format } = data;
  return (
    <Root>
      <Legend>
        {series.map(({ key, label, kind }, index) => (
          <li key={key}>
            <Swatch
              aria-hidden
              data-kind={kind}
              style={{ color: colour[seriesColours[index % seriesColours.length] ?? 'chart1'] }}
            />
            {label}
          </li>
        ))}
      </Legend>
      <Picture role="img" aria-label={description} style={{ blockSize: height }}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Canvas data={data} />
        </Suspense>
      </Picture>
      <Twin>
        <summary>{t('asTable')}</summary>
        <Scroll tabIndex={0} role="region" aria-label={t('asTable')}>
          <Table>
            <Caption>{description}</Caption>
            <thead>
              <tr>
                <th scope="col">{axis}</th>
                {series.map(({ key, label }) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {categories.map((category, index) => (
                <tr key={category + String(index)}>
                  <th scope="row">
                    <bdi>{category}</bdi>
                  </th>
                  {series.map(({ key, values }) => (
                    <td key={key}>{format(values[index] ?? null)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Scroll>
      </Twin>
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-inline-size: 0;
`;

const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};
  font-size: 0.8125rem;

  & > li {
    display: flex;
    align-items: center;
    gap: ${space(2)};
  }
`;

/** A bar is a square, a line a stroke: the legend too is told apart by more than colour. */
const Swatch = styled.span`
  inline-size: 12px;
  block-size: 12px;
  border-radius: 3px;
  background: currentColor;

  &:is([data-kind='line'], [data-kind='step']) {
    inline-size: 16px;
    block-size: 3px;
  }

  ${media.forcedColours} {
    forced-color-adjust: none;
  }
`;

/** Times run from left to right in a chart, in any language. */
const Picture = styled.div`
  position: relative;
  direction: ltr;
  min-inline-size: 0;
  overflow: hidden;
`;

const Twin = styled.details`
  & > summary {
    display: inline-flex;
    align-items: center;
    min-block-size: 32px;
    border-radius: ${radius.small};
    color: ${colour.accentText};
    font-weight: ${font.weight.medium};
    cursor: pointer;

    &:focus-visible {
      ${focusRing}
    }
  }

  & > summary::before {
    content: '▸' / '';
    inline-size: ${space(5)};
  }

  &[open] > summary::before {
    content: '▾' / '';
  }

  ${media.touch} {
    & > summary {
      min-block-size: 44px;
    }
  }
`;

const Scroll = styled.div`
  max-block-size: 360px;
  overflow: auto;
  border-block: 1px solid ${colour.border};

  &:focus-visible {
    ${focusRing}
  }

  @media print {
    max-block-size: none;
  }
`;

const Caption = styled.caption`
  ${visuallyHidden}
`;
