import { ChevronDown } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { ComboBox, type ComboBoxProps, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { styled } from 'styled-components';
import { containsWords } from '#lib/matching.ts';
import { controlStyle, FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { type Choice, SelectChoices } from './Select.tsx';
import { colour, space } from './theme.ts';

/** Debounce of the search, in milliseconds. */
const debounceDelay = 250;

export type SearchSelectProps = Pick<
  ComboBoxProps<Choice>,
  'name' | 'isReadOnly' | 'isDisabled' | 'onFocusChange' | 'autoFocus'
> &
  FieldTexts & {
    /** The matches of the last search. */
    choices: readonly Choice[];
    /** The text that they match; null until the last search is answered. */
    searched: string | null;
    /** What the list says if it is empty until then. */
    unanswered: string;
    value: Choice | null;
    /** Called with null when the field is emptied. */
    onChange: (value: Choice | null) => void;
    /** Called after a debounce. */
    onSearch: (text: string) => void;
    /** Shown in the list if nothing matches. */
    nothingFound: string;
    placeholder?: string;
  };

/** A combobox for one of many choices: suggests some, and finds the others by typing. */
export function SearchSelect({
  label,
  description,
  errorMessage,
  choices,
  searched,
  unanswered,
  value,
  onChange,
  onSearch,
  onFocusChange,
  nothingFound,
  placeholder,
  ...props
}: SearchSelectProps) {
  // The typed text; null while the field shows the selected choice.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), debounceDelay);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  const all = value && !choices.some((choice) => choice.value === value.value) ? [value, ...choices] : choices;
  // Until the matches of the typed text arrive, nobody else is there to be chosen by a quick Enter.
  const isAnswered = searched !== null && (typed === null || typed.trim() === searched);
  const shown = isAnswered
    ? all
    : all.filter((choice) => containsWords(`${choice.label} ${choice.detail ?? ''}`, typed ?? ''));
  return (
    <Root
      {...props}
      items={shown}
      allowsEmptyCollection
      value={value?.value ?? null}
      onChange={(key) => {
        const chosen = shown.find((choice) => choice.value === key);
        if (!chosen) return;
        onChange(chosen);
        setTyped(null);
      }}
      inputValue={typed ?? value?.label ?? ''}
      onInputChange={(text) => {
        setTyped(text);
        if (text === '' && value) onChange(null);
      }}
      onFocusChange={(isFocused) => {
        if (!isFocused) {
          setTyped(null);
          // The next visit to the field starts with suggestions.
          onSearch('');
        }
        onFocusChange?.(isFocused);
      }}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
    >
      <FieldBody label={label} description={props.isReadOnly ? null : description} errorMessage={errorMessage}>
        <Box>
          <PressedOrTyped placeholder={placeholder} canOpen={!props.isReadOnly && !props.isDisabled} />
          {!props.isReadOnly && <Sign size={16} aria-hidden />}
        </Box>
      </FieldBody>
      <SelectChoices choices={shown} empty={isAnswered ? nothingFound : unanswered} />
    </Root>
  );
}

/**
 * Opens the list when the field is pressed or typed into. Focus alone does not: after a failed submit the list would cover the
 * error.
 */
function PressedOrTyped({ placeholder, canOpen }: { placeholder?: string | undefined; canOpen: boolean }) {
  const list = useContext(ComboBoxStateContext);
  return (
    <TextInput placeholder={placeholder} autoComplete="off" onClick={() => canOpen && list?.open(null, 'manual')} />
  );
}

const Root = styled(ComboBox<Choice>)`
  ${fieldStyle}
`;

const Box = styled.div`
  position: relative;
`;

const TextInput = styled(Input)`
  ${controlStyle}
  padding-inline-end: ${space(10)};
  text-overflow: ellipsis;
`;

/** The arrow of the list. */
const Sign = styled(ChevronDown)`
  position: absolute;
  inset-block: 0;
  inset-inline-end: ${space(3)};
  margin-block: auto;
  color: ${colour.textMuted};
  pointer-events: none;

  @media print {
    display: none;
  }
`;
