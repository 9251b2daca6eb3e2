import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { IconButton } from '../IconButton.tsx';
import { useShortcut } from '../shortcuts.ts';
import { colour, control, font, media, radius, space } from '../theme.ts';

/** Debounce of the search, in milliseconds. */
const debounceDelay = 250;

export type SearchFieldProps = {
  label: string;
  clearLabel: string;
  value: string;
  onSearch: (text: string) => void;
};

/** Searches while typing, after a debounce. Escape clears the field. */
export function SearchField({ label, clearLabel, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [submitted, setSubmitted] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The value was changed from outside, for example by Back.
    if (value !== submitted) {
      setSubmitted(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === submitted) return undefined;
    const timer = setTimeout(() => {
      setSubmitted(text);
      onSearch(text);
    }, debounceDelay);
    return () => clearTimeout(timer);
  }, [typed, submitted, onSearch]);

  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', () => input.current?.focus());
  return (
    <Box role="search">
      <Search size={16} aria-hidden />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setTyped('');
        }}
      />
      {typed && (
        <IconButton size="small" label={clearLabel} onPress={() => setTyped('')}>
          <X aria-hidden />
        </IconButton>
      )}
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  align-items: center;
  flex: 1 1 14rem;
  gap: ${space(2)};
  min-inline-size: 0;
  max-inline-size: 22.5rem;
  min-block-size: ${control.medium};
  padding-inline: ${space(2.5)} ${space(0.5)};
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.medium};
  background: ${colour.surface};

  &:focus-within {
    border-color: ${colour.focus};
    outline: 2px solid ${colour.focus};
  }

  & > svg {
    color: ${colour.textMuted};
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }

  ${media.phone} {
    flex-basis: 100%;
    max-inline-size: none;
  }

  @media print {
    display: none;
  }
`;

const Input = styled.input`
  flex: 1;
  min-inline-size: 0;
  min-block-size: ${control.small};
  padding: 0;
  border: 0;
  outline: 0;
  background: none;
  appearance: none;

  &::placeholder {
    color: ${colour.textMuted};
    opacity: 1;
  }

  &::-webkit-search-cancel-button {
    display: none;
  }

  ${media.touch} {
    font-size: ${font.size.lead};
  }
`;
