import { ChevronDown } from 'lucide-react';
import { Select as AriaSelect, type SelectProps as AriaSelectProps, SelectValue } from 'react-aria-components/Select';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { type Choice, SelectChoices, SelectTrigger } from './Select.tsx';

export type MultiSelectProps<Value extends string> = Omit<
  AriaSelectProps<Choice<Value>, 'multiple'>,
  'children' | 'className' | 'style' | 'isInvalid' | 'validate' | 'value' | 'onChange' | 'selectionMode' | 'placeholder'
> &
  FieldTexts & {
    choices: readonly Choice<Value>[];
    value: Value[];
    onChange: (value: Value[]) => void;
  };

/** A select for several values, shown in the order of the choices. */
export function MultiSelect<Value extends string>({
  label,
  description,
  errorMessage,
  choices,
  value,
  onChange,
  ...props
}: MultiSelectProps<Value>) {
  const { t } = useTranslation('ui');
  const chosen = choices.filter((choice) => value.includes(choice.value));
  return (
    <Root
      {...props}
      selectionMode="multiple"
      value={value}
      onChange={(keys) =>
        onChange(choices.filter((choice) => keys.includes(choice.value)).map((choice) => choice.value))
      }
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
    >
      <FieldBody label={label} description={description} errorMessage={errorMessage}>
        <SelectTrigger>
          <SelectValue>
            {chosen.map((choice) => choice.label).join(', ') || (props.isDisabled ? '–' : t('choose'))}
          </SelectValue>
          <ChevronDown size={16} aria-hidden />
        </SelectTrigger>
      </FieldBody>
      <SelectChoices choices={choices} />
    </Root>
  );
}

const Root = styled(AriaSelect<Choice, 'multiple'>)`
  ${fieldStyle}
`;
