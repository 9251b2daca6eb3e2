import { CalendarRange } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { rangeBounds } from '../../../contract/figureNames.ts';
import { DayRangeDialog } from '#domain/DayRangeDialog.tsx';
import { FilterChips } from '#ui/list/FilterChips.tsx';
import { FilterMenu } from '#ui/list/FilterMenu.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { media, space } from '#ui/theme.ts';
import { SavedViews } from '#views/SavedViews.tsx';
import { presets } from './period.ts';
import type { FilterName, ReportChanges, ReportState } from './reportState.ts';

type ToolbarProps = {
  state: ReportState;
  change: (changes: ReportChanges) => void;
  filters: readonly Filter<FilterName>[];
  /** Additional tools. */
  tools: ReactNode;
};

/** The period and the filters, with a chip for each active filter. */
export function Toolbar({ state: { period, range, chosen }, change, filters, tools }: ToolbarProps) {
  const { t } = useTranslation(['reports', 'crud']);
  const [isAsking, setAsking] = useState(false);
  return (
    <Root>
      <Row>
        <Menu
          label={t('period')}
          placement="bottom start"
          trigger={
            <PeriodButton icon={<CalendarRange aria-hidden />} label={t('period')}>
              {t(`periods.${period}`)}
            </PeriodButton>
          }
        >
          <MenuSection selectionMode="single" selectedKeys={[period]} aria-label={t('period')}>
            {presets.map((name) => (
              <MenuItem
                key={name}
                id={name}
                onAction={() => change({ period: name, from_day: null, to_day: null, interval: null })}
              >
                {t(`periods.${name}`)}
              </MenuItem>
            ))}
            <MenuItem id="custom" onAction={() => setAsking(true)}>
              {`${t('periods.custom')}…`}
            </MenuItem>
          </MenuSection>
        </Menu>
        <FilterMenu filters={filters} chosen={chosen} change={change} />
        <SavedViews screen="reports" />
        {tools}
      </Row>
      <FilterChips filters={filters} chosen={chosen} change={change} />
      {isAsking && (
        <DayRangeDialog
          range={range}
          longest={rangeBounds.days}
          hint={t('rangeHint')}
          onRange={({ from, to }) => change({ period: 'custom', from_day: from, to_day: to, interval: null })}
          onClose={() => setAsking(false)}
        />
      )}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};

  @media print {
    display: none;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** The period stays readable on a phone. */
const PeriodButton = styled(ToolButton)`
  ${media.phone} {
    & > span {
      display: inline;
    }
  }
`;
