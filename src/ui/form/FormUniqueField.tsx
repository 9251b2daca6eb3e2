import { useEffect } from 'react';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import type { Bound } from './FormTextField.tsx';
import { useFormField, type Validate } from './useFormField.ts';

/** How long typing pauses before a value is asked about, in milliseconds. */
const pause = 250;

/** What is known of a value that only one record may have (specification §3). */
export const availabilities = ['loading', 'error', 'unavailable', 'available'] as const;
export type Availability = (typeof availabilities)[number];

type FormUniqueFieldProps = Bound<TextFieldProps, string> & {
  validate: Validate<string>;
  /** Told what to ask about, a moment after the last letter; null while it could not be taken anyway. */
  onAsk: (value: string | null) => void;
  /** What is known of the value that was asked about, with its words in the reader's language. */
  answer: { to: string; availability: Availability; text: string } | null;
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
      errorMessage={errorMessage ?? (known?.availability === 'unavailable' ? known.text : undefined)}
      description={
        <span role="status">{known && known.availability !== 'unavailable' ? known.text : description}</span>
      }
    />
  );
}
