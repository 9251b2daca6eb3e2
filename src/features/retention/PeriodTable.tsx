import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { RetentionPeriod } from '../../../contract/retention.ts';
import { Day, DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Card } from '#ui/Card.ts';
import { colour, font, space } from '#ui/theme.ts';
import { WideTable } from '#ui/WideTable.ts';

/** The period of each kind of data, and what it concerns now. */
export function PeriodTable({ periods }: { periods: readonly RetentionPeriod[] }) {
  const { t } = useTranslation('retention');
  return (
    <Frame>
      <WideTable aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('data')}</th>
            <th scope="col">{t('period')}</th>
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('due')}</th>
            <th scope="col">{t('oldest')}</th>
            <th scope="col">{t('lastRun')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <Row key={period.kind} period={period} />
          ))}
        </tbody>
      </WideTable>
    </Frame>
  );
}

function Row({ period }: { period: RetentionPeriod }) {
  const { t } = useTranslation('retention');
  const { numbers } = useFormats();
  const { kind, days, in_force, pending, count, due, held, oldest, last_run } = period;
  const inWords = (number: number | null) => (number === null ? t('never') : t('days', { count: number }));
  // Each recording has an end of its own.
  const isDeletedByAge = kind !== 'recordings';
  return (
    <tr>
      <th scope="row">
        {t(`kinds.${kind}`)}
        <More>{t(`what.${kind}`)}</More>
      </th>
      <td data-label={t('period')}>
        <span>{inWords(days)}</span>
        {pending && <Also name={t('inForce')}>{inWords(in_force)}</Also>}
      </td>
      <td data-label={t('count')}>
        <span>{numbers.count(count)}</span>
        {held > 0 && <Also name={t('held')}>{numbers.count(held)}</Also>}
      </td>
      <td data-label={t('due')}>{numbers.count(isDeletedByAge && days !== null ? due : null)}</td>
      <td data-label={t('oldest')}>{oldest === null ? '–' : <Day at={oldest} />}</td>
      <td data-label={t('lastRun')}>{isDeletedByAge && last_run !== null ? <DateTime at={last_run} /> : '–'}</td>
    </tr>
  );
}

/** A second value of a cell, with its name. */
function Also({ name, children }: { name: string; children: ReactNode }) {
  return (
    <More>
      <span>{name}</span> <span>{children}</span>
    </More>
  );
}

const Frame = styled(Card)`
  padding: ${space(2)} ${space(3)};
`;

const More = styled.div`
  max-inline-size: 52ch;
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  font-weight: ${font.weight.regular};
  text-wrap: pretty;
`;
