import { useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { styled } from 'styled-components';
import { FieldBody, fieldStyle, type FieldTexts } from './Field.tsx';
import { colour, font, media, radius, space } from './theme.ts';

export type CodeFieldProps = Omit<
  AriaTextFieldProps,
  'children' | 'className' | 'style' | 'isInvalid' | 'validate' | 'value' | 'onChange'
> &
  FieldTexts & {
    value: string;
    onChange: (code: string) => void;
    /** The number of digits. */
    length: number;
    /** Called when all digits are entered. */
    onComplete?: (code: string) => void;
  };

/**
 * A one-time code: one input for assistive technology, paste and autofill, shown as a box per digit. Anything but digits is
 * ignored, so that a code can be pasted with spaces or within a sentence.
 */
export function CodeField({
  label,
  description,
  errorMessage,
  value,
  onChange,
  length,
  onComplete,
  ...props
}: CodeFieldProps) {
  const [isFocused, setFocused] = useState(false);
  const change = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, length);
    onChange(code);
    if (code.length === length && code !== value) onComplete?.(code);
  };
  const active = Math.min(value.length, length - 1);
  return (
    <Root
      {...props}
      value={value}
      onChange={change}
      onFocusChange={setFocused}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      inputMode="numeric"
      autoComplete="one-time-code"
    >
      <FieldBody label={label} description={description} errorMessage={errorMessage}>
        <Boxes dir="ltr" $length={length}>
          {Array.from({ length }, (_, index) => (
            <Digit key={index} aria-hidden data-active={(isFocused && index === active) || undefined}>
              {value[index]}
              {isFocused && index === active && !value[index] && <Caret />}
            </Digit>
          ))}
          <Overlay dir="ltr" spellCheck="false" />
        </Boxes>
      </FieldBody>
    </Root>
  );
}

const Root = styled(AriaTextField)`
  ${fieldStyle}
`;

const Boxes = styled.div<{ $length: number }>`
  position: relative;
  display: grid;
  grid-template-columns: repeat(${({ $length }) => $length}, minmax(0, 52px));
  gap: ${space(2)};
`;

const Digit = styled.span`
  display: grid;
  place-items: center;
  block-size: 56px;
  background: ${colour.surface};
  border: 1px solid ${colour.borderControl};
  border-radius: ${radius.medium};
  font-size: 1.5rem;
  font-weight: ${font.weight.medium};
  font-variant-numeric: tabular-nums;

  [data-invalid] & {
    border-color: ${colour.dangerText};
  }

  &[data-active] {
    border-color: ${colour.focus};
    outline: 2px solid ${colour.focus};
  }

  ${media.forcedColours} {
    display: none;
  }
`;

const Caret = styled.span`
  inline-size: 2px;
  block-size: 24px;
  border-radius: 1px;
  background: ${colour.text};
`;

/** The real input is invisible and covers the boxes; in forced colours mode it is shown instead of them. */
const Overlay = styled(Input)`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  padding: 0;
  background: transparent;
  border: 0;
  color: transparent;
  caret-color: transparent;
  font-size: 1.5rem;
  letter-spacing: 0.5em;
  outline: none;

  &&:focus-visible {
    outline: none;
  }

  &::selection {
    background: transparent;
    color: transparent;
  }

  ${media.forcedColours} {
    position: static;
    grid-column: 1 / -1;
    min-block-size: 56px;
    border: 1px solid;
    caret-color: auto;

    &&:focus-visible {
      outline: 2px solid;
    }
  }
`;
