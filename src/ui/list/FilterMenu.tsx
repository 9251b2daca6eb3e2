import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem, MenuSection, type MenuProps } from '../Menu.tsx';
import {
  changesTo,
  type ChoicesFilter,
  type DaysFilter,
  type Filter,
  type ListChanges,
  rangeValue,
  readRange,
  type RecordsFilter,
} from './filters.ts';
import { keyIn, keysIn } from './menuKeys.ts';
import { ToolButton } from './ToolButton.tsx';

type FilterMenuProps<Name extends string> = {
  filters: readonly Filter<Name>[];
  /** The active values by filter name. */
  chosen: Partial<Record<Name, readonly string[]>>;
  change: (changes: ListChanges) => void;
  placement?: MenuProps['placement'];
};

/** The props of a filter's part of the menu. */
type PartProps<Kind extends Filter> = {
  filter: Kind;
  values: readonly string[];
  onValues: (values: readonly string[]) => void;
  /** Opens the dialog of the filter. */
  onOpen: () => void;
};

/** The menu of all filters: choices, records to search for, and days. */
export function FilterMenu<Name extends string>({
  filters,
  chosen,
  change,
  placement = 'bottom start',
}: FilterMenuProps<Name>) {
  const { t } = useTranslation('crud');
  const [openName, setOpenName] = useState<string | null>(null);
  const partOf = <Kind extends Filter<Name>>(filter: Kind): PartProps<Kind> => ({
    filter,
    values: chosen[filter.name] ?? [],
    onValues: (values) => change(changesTo(filter, values)),
    onOpen: () => setOpenName(filter.name),
  });
  const close = () => setOpenName(null);
  const open = filters.find(({ name }) => name === openName);
  const records = filters.filter((filter) => filter.kind === 'records');
  return (
    <>
      <Menu
        label={t('filter')}
        placement={placement}
        trigger={
          <ToolButton icon={<ListFilter aria-hidden />} label={t('filter')}>
            {t('filter')}
          </ToolButton>
        }
      >
        {filters.map((filter) => {
          if (filter.kind === 'choices') return <Choices key={filter.name} {...partOf(filter)} />;
          if (filter.kind === 'days') return <Days key={filter.name} {...partOf(filter)} />;
          // All filters by records are grouped at the place of the first.
          return filter === records[0] ? <Records key={filter.name} parts={records.map(partOf)} /> : null;
        })}
      </Menu>
      {open?.kind === 'records' && <Picker {...partOf(open)} onClose={close} />}
      {open?.kind === 'days' && <OwnDays {...partOf(open)} onClose={close} />}
    </>
  );
}

function Choices({ filter: { name, label, choices, isMany }, values, onValues }: PartProps<ChoicesFilter>) {
  return (
    <MenuSection
      title={label}
      selectionMode={isMany ? 'multiple' : 'single'}
      selectedKeys={keysIn(name, values)}
      onSelectionChange={(keys) =>
        onValues(choices.flatMap(({ value }) => (keys === 'all' || keys.has(keyIn(name, value)) ? [value] : [])))
      }
    >
      {choices.map(({ value, label: words }) => (
        <MenuItem key={value} id={keyIn(name, value)}>
          {words}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function Days({ filter: { name, label, spans, ownLabel }, values, onValues, onOpen }: PartProps<DaysFilter>) {
  const keyOf = (value: string) => keyIn(name, value);
  const ownKey = keyIn(name, 'own');
  const [value] = values;
  const isNamed = spans.some(({ days }) => rangeValue(days) === value);
  return (
    <MenuSection
      title={label}
      selectionMode="single"
      selectedKeys={value === undefined ? [] : [isNamed ? keyOf(value) : ownKey]}
    >
      {spans.map(({ label: words, days }) => (
        <MenuItem
          key={rangeValue(days)}
          id={keyOf(rangeValue(days))}
          onAction={() => onValues(rangeValue(days) === value ? [] : [rangeValue(days)])}
        >
          {words}
        </MenuItem>
      ))}
      <MenuItem id={ownKey} onAction={onOpen}>
        {`${ownLabel}…`}
      </MenuItem>
    </MenuSection>
  );
}

function Records({ parts }: { parts: PartProps<RecordsFilter>[] }) {
  const { t } = useTranslation('crud');
  return (
    <MenuSection {...(parts.length > 1 ? { title: t('records') } : { 'aria-label': t('records') })}>
      {parts.map(({ filter: { name, label }, onOpen }) => (
        <MenuItem key={name} id={keyIn('record', name)} onAction={onOpen}>
          {`${label}…`}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

function Picker({ filter, values, onValues, onClose }: PartProps<RecordsFilter> & { onClose: () => void }) {
  const toggle = (id: string) => {
    const others = values.filter((value) => value !== id);
    if (others.length < values.length) return onValues(others);
    return onValues(filter.isMany ? [...values, id] : [id]);
  };
  return filter.picker({ chosen: values, onToggle: toggle, onClose });
}

function OwnDays({ filter, values, onValues, onClose }: PartProps<DaysFilter> & { onClose: () => void }) {
  const [value] = values;
  return filter.dialog({
    range: value === undefined ? null : readRange(value),
    onRange: (range) => onValues([rangeValue(range)]),
    onClose,
  });
}
