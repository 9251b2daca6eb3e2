import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { DataColumn } from './DataTable.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import type { ChangeOptions, Filter, ListChanges } from './filters.ts';
import { Menu, MenuItem, MenuSection } from '../Menu.tsx';
import { keyIn, keysIn, valuesOf } from './menuKeys.ts';
import { ToolButton } from './ToolButton.tsx';
import { SearchField } from './SearchField.tsx';
import { media, space } from '../theme.ts';
import { type ListState, nothingHidden } from './listState.ts';

type ToolbarProps<Row> = {
  state: ListState;
  change: (changes: ListChanges, options?: ChangeOptions) => void;
  filters: readonly Filter[];
  columns: readonly DataColumn<Row>[];
  hasSearch: boolean;
  /** Additional tools, such as saved views. */
  tools?: ReactNode;
};

/** Above a list: search, filters with a chip for each active one, and the columns of the table. */
export function ListToolbar<Row>({ state, change, filters, columns, hasSearch, tools }: ToolbarProps<Row>) {
  const { t } = useTranslation('crud');
  const { chosen } = state;
  return (
    <Root>
      <Row>
        {hasSearch && (
          <SearchField
            label={t('search')}
            clearLabel={t('clearSearch')}
            value={state.search}
            onSearch={(search) => change({ search }, { isTyping: true })}
          />
        )}
        {filters.length > 0 && <FilterMenu filters={filters} chosen={chosen} change={change} />}
        <End>
          {tools}
          <ViewMenu state={state} change={change} columns={columns} />
        </End>
      </Row>
      <FilterChips filters={filters} chosen={chosen} search={state.search} change={change} />
    </Root>
  );
}

/** How the table is shown: its order, its columns and its density. */
function ViewMenu<Row>({ state, change, columns }: Pick<ToolbarProps<Row>, 'state' | 'change' | 'columns'>) {
  const { t } = useTranslation('crud');
  const { ordering, hidden, isCompact } = state;
  const sorted = ordering.replace(/^-/, '');
  return (
    <Menu
      label={t('view')}
      trigger={
        <ToolButton icon={<SlidersHorizontal aria-hidden />} label={t('view')}>
          {t('view')}
        </ToolButton>
      }
    >
      <MenuSection
        title={t('sortBy')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={keysIn('sort', [sorted])}
        onSelectionChange={(selection) => change({ ordering: valuesOf('sort', selection)[0] ?? null })}
      >
        {columns.flatMap(({ sortBy, label }) =>
          sortBy ? (
            <MenuItem key={sortBy} id={keyIn('sort', sortBy)}>
              {label}
            </MenuItem>
          ) : (
            []
          ),
        )}
      </MenuSection>
      <MenuSection
        title={t('order')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[ordering.startsWith('-') ? '-' : '+']}
        onSelectionChange={(selection) => change({ ordering: [...selection][0] === '-' ? `-${sorted}` : sorted })}
      >
        <MenuItem id="+">{t('ascending')}</MenuItem>
        <MenuItem id="-">{t('descending')}</MenuItem>
      </MenuSection>
      <MenuSection
        title={t('columns')}
        selectionMode="multiple"
        selectedKeys={keysIn(
          'column',
          columns.map(({ key }) => key).filter((key) => !hidden.includes(key)),
        )}
        onSelectionChange={(selection) => {
          const shown = valuesOf('column', selection);
          const hide = columns.flatMap(({ key }) => (shown.includes(key) ? [] : [key])).join(',');
          change({ hide: hide || (columns.some(({ isExtra }) => isExtra) ? nothingHidden : null) });
        }}
      >
        {columns.map(({ key, label }, at) => (
          // The first column names the record and cannot be hidden.
          <MenuItem key={key} id={keyIn('column', key)} isDisabled={at === 0}>
            {label}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection
        title={t('density')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[isCompact ? 'compact' : 'comfortable']}
        onSelectionChange={(selection) => change({ density: [...selection][0] === 'compact' ? 'compact' : null })}
      >
        <MenuItem id="comfortable">{t('comfortable')}</MenuItem>
        <MenuItem id="compact">{t('compact')}</MenuItem>
      </MenuSection>
    </Menu>
  );
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(3)};

  ${media.phone} {
    padding: ${space(2)};
  }

  @media print {
    padding: 0;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};

  @media print {
    display: none;
  }
`;

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-inline-start: auto;
`;
