import { ChevronDown } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { ComboBox, type ComboBoxProps, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { styled } from 'styled-components';
import { controlStyle, FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { type Choice, SelectChoices } from './Select.tsx';
import { space } from './theme.ts';
import { colour } from './tokens.ts';

/** How long typing pauses before a search begins, in milliseconds. */
const pause = 250;

export type SearchSelectProps = Pick<
  ComboBoxProps<Choice>,
  'name' | 'isReadOnly' | 'isDisabled' | 'onFocusChange' | 'autoFocus'
> &
  FieldTexts & {
    /** What was found for the words that were searched for last. */
    choices: readonly Choice[];
    value: Choice | null;
    /** Null once the field was emptied. */
    onChange: (value: Choice | null) => void;
    /** Asked a moment after the last letter. */
    onSearch: (text: string) => void;
    /** What stands in the list when nothing was found. */
    nothingFound: string;
    placeholder?: string;
  };

/** One choice out of more than a list can hold: some are offered, the others are found by typing. */
export function SearchSelect({
  label,
  description,
  errorMessage,
  choices,
  value,
  onChange,
  onSearch,
  onFocusChange,
  nothingFound,
  placeholder,
  ...props
}: SearchSelectProps) {
  // What is being typed; null while the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  const shown = value && !choices.some((choice) => choice.value === value.value) ? [value, ...choices] : choices;
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
          // Whoever comes back begins anew.
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
      <SelectChoices choices={shown} empty={nothingFound} />
    </Root>
  );
}

/** Pressed or typed into it opens the list. The focus alone does not: a refused form leads it to the error, which the list would cover. */
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

/** Says that there is a list. */
const Sign = styled(ChevronDown)`
  position: absolute;
  inset-block: 0;
  inset-inline-end: ${space(3)};
  margin-block: auto;
  color: ${colour.textMuted};
  pointer-events: none;
`;
