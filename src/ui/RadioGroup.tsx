import type { ReactNode } from 'react';
import {
  Radio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from 'react-aria-components/RadioGroup';
import { styled } from 'styled-components';
import { FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import type { Choice } from './Select.tsx';
import { colour, control, elevation, font, media, radius, space } from './theme.ts';

export type RadioGroupProps<Value extends string> = Omit<
  AriaRadioGroupProps,
  'children' | 'className' | 'style' | 'isInvalid' | 'validate' | 'value' | 'onChange'
> &
  FieldTexts & {
    choices: readonly (Choice<Value> & { icon?: ReactNode })[];
    value: Value;
    onChange: (value: Value) => void;
    /** Hides the label visually if the surroundings say the same. */
    isLabelHidden?: boolean;
  };

/** One of two to four choices, all visible side by side. */
export function RadioGroup<Value extends string>({
  label,
  description,
  errorMessage,
  choices,
  value,
  onChange,
  isLabelHidden,
  ...props
}: RadioGroupProps<Value>) {
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
      orientation="horizontal"
    >
      <FieldBody label={label} isLabelHidden={isLabelHidden} description={description} errorMessage={errorMessage}>
        <Segments>
          {choices.map((choice) => (
            <Segment key={choice.value} value={choice.value}>
              {choice.icon}
              {choice.label}
            </Segment>
          ))}
        </Segments>
      </FieldBody>
    </Root>
  );
}

const Root = styled(AriaRadioGroup)`
  ${fieldStyle}
`;

const Segments = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(0.5)};
  padding: ${space(0.5)};
  background: ${colour.surfaceSunken};
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};

  @media print {
    padding: 0;
    border: 0;
  }
`;

const Segment = styled(Radio)`
  display: flex;
  align-items: center;
  justify-content: center;
  /* Each option is as wide as its text needs: one long text does not widen the others. */
  flex: 1 0 auto;
  max-inline-size: 100%;
  gap: ${space(2)};
  min-block-size: ${control.small};
  padding: 0 ${space(3)};
  border: 1px solid transparent;
  border-radius: ${radius.small};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  font-weight: ${font.weight.medium};
  cursor: pointer;

  & > svg {
    inline-size: 16px;
    block-size: 16px;
  }

  &[data-hovered] {
    color: ${colour.text};
  }

  &[data-selected] {
    background: ${colour.surfaceRaised};
    border-color: ${colour.borderControl};
    color: ${colour.text};
    box-shadow: ${elevation.low};
  }

  &[data-focus-visible] {
    outline: 2px solid ${colour.focus};
    outline-offset: 2px;
  }

  /* Paper has the choice, not the choices. */
  @media print {
    justify-content: start;
    padding: 0;
    border: 0 !important;
    box-shadow: none !important;

    &:not([data-selected]) {
      display: none;
    }
  }

  ${media.touch} {
    min-block-size: ${control.touch};
  }

  ${media.forcedColours} {
    &[data-selected] {
      border-color: Highlight;
      outline: 1px solid Highlight;
    }
  }
`;
