import { useTranslation } from 'react-i18next';
import { createGlobalStyle, styled } from 'styled-components';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { space } from '#ui/theme.ts';
import { colour } from '#ui/tokens.ts';
import type { FilterOn } from '#ui/list/filters.ts';
import type { ReportState } from './reportState.ts';

/** The head of the printed page: deployment, period, filters and time of printing. */
export function PrintHead({
  state: { range, interval },
  on,
  now,
}: {
  state: ReportState;
  on: readonly FilterOn[];
  /** ISO 8601. */
  now: string;
}) {
  const { t } = useTranslation('reports');
  const { brand, logo, timeZone } = useTenant();
  const { dates } = useFormats();
  return (
    <Root>
      <Sheet />
      <img src={logo.light} alt={brand} height={32} />
      <dl>
        <dt>{t('period')}</dt>
        <dd>{`${dates.day(range.from)} – ${dates.day(range.to)}`}</dd>
        <dt>{t('interval')}</dt>
        <dd>{t(`intervals.${interval}`)}</dd>
        <dt>{t('zone')}</dt>
        <dd>{timeZone.replaceAll('_', ' ')}</dd>
        {on.map(({ name, value, text }) => (
          <FilterFact key={name + value} text={text} />
        ))}
      </dl>
      <p>{t('printed', { when: dates.dateTime(now) })}</p>
    </Root>
  );
}

/** A filter with the text of its chip: “Channel: Online”. */
function FilterFact({ text }: { text: string }) {
  const [name = '', ...value] = text.split(': ');
  return (
    <>
      <dt>{name}</dt>
      <dd>{value.join(': ')}</dd>
    </>
  );
}

/** Twelve columns need a landscape page. */
const Sheet = createGlobalStyle`
  @page {
    size: A4 landscape;
    margin: 12mm;
  }
`;

const Root = styled.div`
  display: none;

  @media print {
    display: block;

    & > dl {
      display: grid;
      grid-template-columns: max-content auto;
      gap: 0 ${space(6)};
      margin-block-start: ${space(4)};
      font-size: 9pt;
    }

    & dt,
    & > p {
      color: ${colour.textMuted};
    }

    & > p {
      margin-block-start: ${space(2)};
      font-size: 8pt;
    }
  }
`;
