import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { font, space } from '../theme.ts';
import { useOnPaper } from '../useOnPaper.ts';
import { changesTo, type Filter, filtersOn, type ListChanges, withoutAll } from './filters.ts';

type FilterChipsProps<Name extends string> = {
  filters: readonly Filter<Name>[];
  chosen: Partial<Record<Name, readonly string[]>>;
  /** The text that is searched for; printed with the filters. */
  search?: string;
  change: (changes: ListChanges) => void;
};

/** A chip for each active filter, which removes it, and one that removes all; on paper their texts. Nothing if no filter is active. */
export function FilterChips<Name extends string>({ filters, chosen, search = '', change }: FilterChipsProps<Name>) {
  const { t } = useTranslation('crud');
  const isOnPaper = useOnPaper();
  const on = filtersOn(filters, chosen);
  if (isOnPaper)
    return (
      <Texts>{[...on.map(({ text }) => text), ...(search ? [`${t('search')}: ${search}`] : [])].join(' · ')}</Texts>
    );
  if (on.length === 0) return null;
  const takeOff = (name: Name, value: string) => {
    const filter = filters.find((candidate) => candidate.name === name);
    if (filter)
      change(
        changesTo(
          filter,
          (chosen[name] ?? []).filter((kept) => kept !== value),
        ),
      );
  };
  return (
    <Chips aria-label={t('filter')}>
      {on.map(({ name, value, text }) => (
        <li key={name + value}>
          <Button
            size="small"
            icon={<X aria-hidden />}
            aria-label={t('removeFilter', { filter: text })}
            onPress={() => takeOff(name, value)}
          >
            {text}
          </Button>
        </li>
      ))}
      <li>
        <Button size="small" variant="quiet" onPress={() => change(withoutAll(filters))}>
          {t('clearFilters')}
        </Button>
      </li>
    </Chips>
  );
}

const Texts = styled.p`
  font-size: ${font.size.compact};
`;

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
`;
