import { useCallback, useEffect, useMemo } from 'react';
import { useField, useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { type Fault, useWord, type Word } from '#i18n/words.ts';
import { afterPress } from './afterPress.ts';
import { useRegisterLabel } from './FieldLabels.tsx';
import type { FieldRefusal } from './refusal.ts';

/** Checks a value; returns its error as a translation key (`errors:required`). `values` are those of the whole form. */
export type Validate<Value> = (value: Value, values: object) => Fault | undefined;

/**
 * One field of the surrounding form: its value and its translated error. An error of the form is shown after the field was left
 * or a submit, an error of the server until the value changes. A field whose check refuses an empty value is marked as required.
 */
export function useFormField<Value>(name: string, label: string, validate?: Validate<Value>) {
  const { i18n } = useTranslation('errors');
  const word = useWord();
  const form = useForm();
  const registerLabel = useRegisterLabel();
  const { input, meta } = useField<Value>(name, {
    // final-form's default turns '' into undefined, and a cleared value would never reach the server.
    parse: identity,
    format: identity,
    validate: validate ? (value: Value, values: object) => validate(value, values) : undefined,
    subscription: { value: true, error: true, touched: true, submitError: true, modifiedSinceLastSubmit: true },
  });

  useEffect(() => registerLabel(name, label), [registerLabel, name, label]);

  const { onChange, onFocus, onBlur } = input;
  const onFocusChange = useCallback(
    (isFocused: boolean) => (isFocused ? onFocus() : afterPress(onBlur)),
    [onFocus, onBlur],
  );

  const refused: FieldRefusal | undefined = meta.modifiedSinceLastSubmit ? undefined : meta.submitError;
  const fault: Fault | undefined = meta.touched ? meta.error : undefined;
  const errorMessage = useMemo(() => {
    if (fault) return typeof fault === 'string' ? word(fault) : word(fault.word, fault.values);
    if (!refused) return undefined;
    const known = `errors:${refused.code}`;
    return word(i18n.exists(known) ? (known as Word) : 'errors:invalid', refused.values);
  }, [fault, refused, word, i18n]);

  const empty = (Array.isArray(input.value) ? [] : typeof input.value === 'string' ? '' : null) as Value;
  const isRequired = validate?.(empty, form.getState().values) !== undefined;

  return {
    name,
    label,
    value: input.value,
    onChange: (value: Value) => onChange(value),
    onFocusChange,
    errorMessage,
    isRequired,
  };
}

function identity<Value>(value: Value): Value {
  return value;
}
