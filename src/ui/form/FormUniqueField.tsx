import { useEffect } from 'react';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField, type Validate } from './useFormField.ts';

/** How long typing pauses before a value is asked about, in milliseconds. */
const pause = 250;

type FormUniqueFieldProps = Bound<TextFieldProps, string> & {
  validate: Validate<string>;
  /** Told what to ask about, a moment after the last letter; null while it could not be taken anyway. */
  onAsk: (value: string | null) => void;
  /** What is known of the value that was asked about, in the reader's language. */
  answer: { to: string; isFree: boolean; text: string } | null;
};

/** A line of text that no other record may have: whether it is free is told while one types. */
export function FormUniqueField({ name, validate, onAsk, answer, description, ...props }: FormUniqueFieldProps) {
  const { errorMessage, ...field } = useFormField<string>(name, props.label, validate);
  const { value } = field;
  const isAskable = validate(value, {}) === undefined;
  useEffect(() => {
    const timer = setTimeout(() => onAsk(isAskable ? value : null), pause);
    return () => clearTimeout(timer);
  }, [value, isAskable, onAsk]);
  const known = answer?.to === value ? answer : null;
  return (
    <TextField
      {...props}
      {...field}
      errorMessage={errorMessage ?? (known?.isFree === false ? known.text : undefined)}
      description={<span role="status">{known?.isFree ? known.text : description}</span>}
    />
  );
}
