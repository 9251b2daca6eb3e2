import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { space } from '../theme.ts';

type FilterChipsProps<Name extends string> = {
  /** The values that filters have, and how each is told: "Role: Manager". */
  on: readonly { name: Name; value: string; text: string }[];
  onRemove: (name: Name, value: string) => void;
  onClear: () => void;
};

/** A chip for each filter that is on, which takes it off; and one that takes off all. Nothing while none is on. */
export function FilterChips<Name extends string>({ on, onRemove, onClear }: FilterChipsProps<Name>) {
  const { t } = useTranslation('crud');
  if (on.length === 0) return null;
  return (
    <Chips aria-label={t('filter')}>
      {on.map(({ name, value, text }) => (
        <li key={name + value}>
          <Button
            size="small"
            icon={<X aria-hidden />}
            aria-label={t('removeFilter', { filter: text })}
            onPress={() => onRemove(name, value)}
          >
            {text}
          </Button>
        </li>
      ))}
      <li>
        <Button size="small" variant="quiet" onPress={onClear}>
          {t('clearFilters')}
        </Button>
      </li>
    </Chips>
  );
}

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
`;
