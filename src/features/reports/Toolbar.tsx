import { CalendarRange, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { rangeBounds } from '../../../contract/figureNames.ts';
import { DayRangeDialog } from '#domain/DayRangeDialog.tsx';
import { FilterChips } from '#ui/list/FilterChips.tsx';
import { ToolButton } from '#ui/list/ToolButton.tsx';
import { Menu, MenuItem, MenuSection } from '#ui/Menu.tsx';
import { media, space } from '#ui/theme.ts';
import { SavedViews } from '#views/SavedViews.tsx';
import { presets } from './period.ts';
import { RecordPicker } from './RecordPicker.tsx';
import type { FilterName, ReportChanges, ReportState } from './reportState.ts';
import type { ChoiceFilter, RecordFilter } from './useFilters.ts';

/** A value that a filter has, in words. */
export type FilterOn = { name: FilterName; value: string; text: string };

type ToolbarProps = {
  state: ReportState;
  change: (changes: ReportChanges) => void;
  choices: readonly ChoiceFilter[];
  records: readonly RecordFilter[];
  on: readonly FilterOn[];
};

/** Which days are counted, and which requests of them; with a chip for each filter that is on. */
export function Toolbar({ state: { period, range, chosen }, change, choices, records, on }: ToolbarProps) {
  const { t } = useTranslation(['reports', 'crud']);
  const [open, setOpen] = useState<RecordFilter | 'custom' | null>(null);
  const close = () => setOpen(null);
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
            <MenuItem id="custom" onAction={() => setOpen('custom')}>
              {`${t('periods.custom')} …`}
            </MenuItem>
          </MenuSection>
        </Menu>
        <Menu
          label={t('crud:filter')}
          placement="bottom start"
          trigger={
            <ToolButton icon={<ListFilter aria-hidden />} label={t('crud:filter')}>
              {t('crud:filter')}
            </ToolButton>
          }
        >
          {choices.map(({ name, label, choices: values }) => (
            <MenuSection
              key={name}
              title={label}
              selectionMode="multiple"
              selectedKeys={chosen[name]}
              onSelectionChange={(keys) => change({ [name]: keys === 'all' ? null : [...keys].join(',') })}
            >
              {values.map(({ value, label: words }) => (
                <MenuItem key={value} id={value}>
                  {words}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          <MenuSection title={t('records')}>
            {records.map((name) => (
              <MenuItem key={name} id={name} onAction={() => setOpen(name)}>
                {`${t(`filters.${name}`)} …`}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
        <SavedViews screen="reports" />
      </Row>
      <FilterChips
        on={on}
        onRemove={(name, value) => change({ [name]: chosen[name].filter((one) => one !== value).join(',') })}
        onClear={() => change(Object.fromEntries(on.map(({ name }) => [name, null])))}
      />
      {open === 'custom' && (
        <DayRangeDialog
          range={range}
          longest={rangeBounds.days}
          hint={t('rangeHint')}
          onRange={({ from, to }) => change({ period: 'custom', from_day: from, to_day: to, interval: null })}
          onClose={close}
        />
      )}
      {open !== null && open !== 'custom' && (
        <RecordPicker
          of={open}
          chosen={chosen[open]}
          onToggle={(id) => {
            const others = chosen[open].filter((one) => one !== id);
            change({ [open]: (others.length < chosen[open].length ? others : [...others, id]).join(',') });
          }}
          onClose={close}
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

/** Which days these are is read before anything else, also on a phone. */
const PeriodButton = styled(ToolButton)`
  ${media.phone} {
    & > span {
      display: inline;
    }
  }
`;
