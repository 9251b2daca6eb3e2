import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StatisticsObjects } from '../../../contract/figures.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.ts';
import { Table } from '#ui/Table.ts';
import { colour, font, space } from '#ui/theme.ts';
import { useOnPaper } from '#ui/useOnPaper.ts';
import { figureKeys, figures, figuresOf } from './measures.ts';
import { useShown } from './useShown.ts';

/** The number of rows shown at first: two months of days. */
const firstRows = 62;

/** Units are part of the column headings, as in the files. */
const units = { count: '', rating: '', seconds: ' (m:ss)', hours: ' (m:ss)', percent: ' (%)' } as const;

/** All figures as a table with the same cells as the files. */
export function FigureTable({ statistics }: { statistics: StatisticsObjects }) {
  const { results, totals, service_level_seconds } = statistics;
  const { t } = useTranslation('reports');
  const { flags } = useTenant();
  const { dates } = useFormats();
  const shown = useShown();
  const isOnPaper = useOnPaper();
  const [showsAll, setShowsAll] = useState(false);
  const keys = figuresOf(figureKeys, flags);
  const rows = showsAll || isOnPaper ? results : results.slice(0, firstRows);
  return (
    <Root>
      <h2 id="figures-table">{t('table')}</h2>
      {/* Wider than a phone: focusable, so that a keyboard can scroll it. */}
      <Scroller tabIndex={0} role="region" aria-labelledby="figures-table">
        <Wide>
          <thead>
            <tr>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('to')}</th>
              {keys.map((key) => (
                <th key={key} scope="col" data-number>
                  {t(`figures.${key}`) + units[figures[key].kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.from_day}>
                <th scope="row">
                  <time dateTime={row.from_day}>{dates.day(row.from_day)}</time>
                </th>
                <td>
                  <time dateTime={row.to_day}>{dates.day(row.to_day)}</time>
                </td>
                {keys.map((key) => (
                  <td key={key} data-number>
                    {shown.cell(figures[key].kind, row[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('total')}
              </th>
              {keys.map((key) => (
                <td key={key} data-number>
                  {shown.cell(figures[key].kind, totals[key])}
                </td>
              ))}
            </tr>
          </tfoot>
        </Wide>
      </Scroller>
      <Foot>
        <span>
          {t('figures.service_level')}: {t('within', { seconds: service_level_seconds })}
        </span>
        {rows.length < results.length && (
          <Button size="small" onPress={() => setShowsAll(true)}>
            {t('allRows', { count: results.length })}
          </Button>
        )}
      </Foot>
    </Root>
  );
}

const Root = styled(Card)`
  overflow: hidden;

  & > h2 {
    padding: ${space(4)} ${space(4)} ${space(2)};
    font-size: ${font.size.body};
  }

  @media print {
    border: 0;
    overflow: visible;
    break-inside: auto;

    & > h2 {
      padding-inline: 0;
    }
  }
`;

const Scroller = styled.div`
  overflow-x: auto;

  &:focus-visible {
    outline: 2px solid ${colour.focus};
    outline-offset: -2px;
  }

  @media print {
    overflow: visible;
  }
`;

const Wide = styled(Table)`
  min-inline-size: 1080px;

  && :is(th, td) {
    block-size: 36px;
    padding-block: ${space(1)};
    padding-inline: ${space(2)};
    overflow-wrap: normal;
  }

  && :is(th, td):first-child {
    padding-inline-start: ${space(4)};
  }

  && :is(th, td):last-child {
    padding-inline-end: ${space(4)};
  }

  && thead th {
    vertical-align: bottom;
    white-space: normal;
  }

  && [data-number] {
    text-align: end;
  }

  [dir='rtl'] && [data-number] {
    text-align: left;
  }

  && tbody :is(th, td) {
    white-space: nowrap;
  }

  & tbody tr:hover {
    background: ${colour.hover};
  }

  && tfoot :is(th, td) {
    border-block-start: 2px solid ${colour.borderControl};
    font-weight: ${font.weight.semibold};
    white-space: nowrap;
  }

  @media print {
    min-inline-size: 0;
    font-size: 8pt;

    && :is(th, td) {
      block-size: auto;
      padding: 3px 4px;
    }

    && thead th {
      font-size: 7.5pt;
    }

    & thead {
      display: table-header-group;
    }

    /* Totals are printed once, not on every page. */
    & tfoot {
      display: table-row-group;
    }

    & tr {
      break-inside: avoid;
    }
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  padding: ${space(3)} ${space(4)};
  border-block-start: 1px solid ${colour.border};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};

  @media print {
    padding-inline: 0;
    border: 0;
  }
`;
