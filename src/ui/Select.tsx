import { Check, ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, type SelectProps as AriaSelectProps, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { controlStyle, FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { Hidden } from './Hidden.ts';
import { choiceStyle } from './Menu.tsx';
import { colour, floatingPanel, font, space } from './theme.ts';

/** A choice: its value, its label, and in a second line what tells it from others of the same label. */
export type Choice<Value extends string = string> = { value: Value; label: string; detail?: string | undefined };

export type SelectProps<Value extends string> = Omit<
  AriaSelectProps<Choice<Value>>,
  'children' | 'className' | 'style' | 'isInvalid' | 'validate' | 'value' | 'onChange' | 'selectionMode' | 'placeholder'
> &
  FieldTexts & {
    choices: readonly Choice<Value>[];
    value: Value | null;
    onChange: (value: Value) => void;
    placeholder?: string;
    /** Hides the label visually if the surroundings say the same. */
    isLabelHidden?: boolean;
  };

/** A select for one of a few choices. */
export function Select<Value extends string>({
  label,
  description,
  errorMessage,
  choices,
  value,
  onChange,
  placeholder,
  isLabelHidden,
  ...props
}: SelectProps<Value>) {
  const { t } = useTranslation('ui');
  return (
    <Root
      {...props}
      value={value}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice.value === key);
        if (chosen) onChange(chosen.value);
      }}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      placeholder={placeholder ?? t('choose')}
    >
      <FieldBody
        label={label}
        isLabelHidden={isLabelHidden}
        description={
          props.isRequired ? (
            // A button cannot have `aria-required`.
            <>
              <Hidden>{t('required')}</Hidden> {description}
            </>
          ) : (
            description
          )
        }
        errorMessage={errorMessage}
      >
        <SelectTrigger>
          <SelectValue />
          <ChevronDown size={16} aria-hidden />
        </SelectTrigger>
      </FieldBody>
      <SelectChoices choices={choices} />
    </Root>
  );
}

/** The list of a select; `empty` is shown if there are no choices. */
export function SelectChoices({ choices, empty }: { choices: readonly Choice[]; empty?: string }) {
  return (
    <SelectPanel offset={4}>
      <ListBox items={choices} renderEmptyState={() => <Empty>{empty}</Empty>}>
        {(choice) => (
          <SelectOption id={choice.value} textValue={choice.label}>
            {({ isSelected }) => (
              <>
                {choice.detail === undefined ? (
                  <span>{choice.label}</span>
                ) : (
                  <span>
                    <Text slot="label">{choice.label}</Text>
                    <Detail slot="description">{choice.detail}</Detail>
                  </span>
                )}
                {isSelected && <Check size={16} aria-hidden />}
              </>
            )}
          </SelectOption>
        )}
      </ListBox>
    </SelectPanel>
  );
}

const Detail = styled(Text)`
  display: block;
  color: ${colour.textMuted};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

const Root = styled(AriaSelect<Choice>)`
  ${fieldStyle}
`;

/** The box of a select. */
export const SelectTrigger = styled(Button)`
  ${controlStyle}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding-block: ${space(1)};
  text-align: inherit;
  cursor: pointer;

  & > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  & [data-placeholder] {
    color: ${colour.textMuted};
  }

  & > svg {
    color: ${colour.textMuted};
  }
`;

const SelectPanel = styled(Popover)`
  ${floatingPanel}
  inline-size: var(--trigger-width);
  min-inline-size: 160px;
  padding: ${space(1)};
  overflow: auto;
`;

const Empty = styled.div`
  padding: ${space(2)} ${space(3)};
  color: ${colour.textMuted};
`;

const SelectOption = styled(ListBoxItem)`
  ${choiceStyle}
`;
