import { use, useEffect, useRef } from 'react';
import { useForm } from 'react-final-form';
import type { Fault } from '#i18n/words.ts';
import { TextField, type TextFieldProps } from '../TextField.tsx';
import type { Bound } from './FormTextField.tsx';
import { Reading } from './reading.ts';
import { useFormField, type Validate } from './useFormField.ts';

/** Debounce of the check, in milliseconds. */
const debounceDelay = 250;

/** The state of a value that must be unique (R172 to R175). */
export const availabilities = ['loading', 'error', 'unavailable', 'available'] as const;
export type Availability = (typeof availabilities)[number];

type FormUniqueFieldProps = Bound<TextFieldProps, string> & {
  validate: Validate<string>;
  /** Called with the value to check, after a debounce; null if the value is invalid anyway. */
  onAsk: (value: string | null) => void;
  /** The result for the value that was checked last, with a translated text. */
  answer: { to: string; availability: Availability; text: string } | null;
  /** The error of an unavailable value. */
  taken: Fault;
  /** The value until the person types another one. */
  proposal?: string;
};

/** A text that must be unique; its availability is shown while typing. */
export function FormUniqueField(props: FormUniqueFieldProps) {
  const read = use(Reading);
  return read ? read({ name: props.name, label: props.label }) : <Editable {...props} />;
}

function Editable({
  name,
  validate,
  onAsk,
  answer,
  taken,
  proposal = '',
  description,
  ...props
}: FormUniqueFieldProps) {
  const isTaken = (text: string) => answer?.to === text && answer.availability === 'unavailable';
  const { errorMessage, ...field } = useFormField<string>(
    name,
    props.label,
    (typed, values) => validate(typed, values) ?? (isTaken(typed) ? taken : undefined),
  );
  const { value } = field;
  const form = useForm<Record<string, string>>();
  const isTakenNow = isTaken(value);
  // The answer arrives after the value was checked; the argument only says why to check again.
  useEffect(() => form.mutators.checkAgain?.(isTakenNow), [form, isTakenNow]);
  const proposed = useRef('');
  useEffect(() => {
    if (form.getState().values[name] === proposed.current) form.change(name, proposal);
    proposed.current = proposal;
  }, [form, name, proposal]);
  const isAskable = validate(value, {}) === undefined;
  useEffect(() => {
    const timer = setTimeout(() => onAsk(isAskable ? value : null), debounceDelay);
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
