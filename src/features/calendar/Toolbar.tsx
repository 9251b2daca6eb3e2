import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { FilterChips } from '#ui/list/FilterChips.tsx';
import { FilterMenu } from '#ui/list/FilterMenu.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { SearchField } from '#ui/list/SearchField.tsx';
import { RadioGroup } from '#ui/RadioGroup.tsx';
import { Row } from '#ui/Row.ts';
import { font, media, space } from '#ui/theme.ts';
import { type CalendarChanges, type CalendarState, type FilterName, stepped } from './calendarState.ts';
import { type View, views } from './layout.ts';
import { LegendButton } from './Legend.tsx';

type ToolbarProps = {
  state: CalendarState;
  change: (changes: CalendarChanges, options?: { replace?: boolean }) => void;
  title: string;
  today: string;
  filters: readonly Filter<FilterName>[];
  /** Whether there are lanes of other people to search. */
  hasSearch: boolean;
};

/** The calendar's date navigation, views and filters, with a chip for each active filter. */
export function Toolbar({
  state: { view, day, chosen, search },
  change,
  title,
  today,
  filters,
  hasSearch,
}: ToolbarProps) {
  const { t } = useTranslation(['calendar', 'crud']);
  return (
    <Root>
      <Line>
        <Row>
          <Button onPress={() => change({ day: today })}>{t('today')}</Button>
          <Turn>
            <IconButton label={t(`previous.${view}`)} onPress={() => change({ day: stepped(view, day, -1) })}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label={t(`next.${view}`)} onPress={() => change({ day: stepped(view, day, 1) })}>
              <ChevronRight aria-hidden />
            </IconButton>
          </Turn>
          <Title aria-live="polite">{title}</Title>
        </Row>
        <Looks>
          {hasSearch && (
            <SearchField
              label={t('findPerson')}
              clearLabel={t('crud:clearSearch')}
              value={search}
              onSearch={(text) => change({ search: text }, { replace: true })}
            />
          )}
          <FilterMenu filters={filters} chosen={chosen} change={change} placement="bottom end" />
          <LegendButton />
          <RadioGroup<View>
            label={t('view')}
            isLabelHidden
            choices={views.map((value) => ({ value, label: t(`views.${value}`) }))}
            value={view}
            onChange={(value) => change({ view: value })}
          />
        </Looks>
      </Line>
      <FilterChips filters={filters} chosen={chosen} search={search} change={change} />
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(3)};

  @media print {
    padding-inline: 0;
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
`;

const Turn = styled.div`
  display: flex;

  [dir='rtl'] & svg {
    scale: -1 1;
  }
`;

const Title = styled.h2`
  font-size: ${font.size.lead};
  font-variant-numeric: tabular-nums;

  &::first-letter {
    text-transform: uppercase;
  }
`;

const Looks = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > [role='search'] {
    flex: 0 1 12rem;
    inline-size: 12rem;
  }

  ${media.phone} {
    flex: 1 1 100%;
    min-inline-size: 0;

    & > [role='search'] {
      flex: 1 1 0;
      min-inline-size: 0;
    }

    & > :last-child {
      flex: 1 1 100%;
    }

    & [role='radiogroup'] label {
      padding-inline: 0;
    }
  }

  @media print {
    display: none;
  }
`;
