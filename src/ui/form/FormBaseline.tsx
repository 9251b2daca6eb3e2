import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm, useFormState } from 'react-final-form';

/**
 * Resets the surrounding form to `values` when `version` changes, but never over unsaved changes. `onReset` is called after
 * each reset.
 */
export function FormBaseline<Values extends object>({
  values,
  version,
  onReset,
}: {
  values: Values;
  version: string;
  onReset: () => void;
}) {
  const form = useForm<Values>();
  const { pristine, submitting, submitSucceeded, dirtySinceLastSubmit } = useFormState({
    subscription: { pristine: true, submitting: true, submitSucceeded: true, dirtySinceLastSubmit: true },
  });
  const baseVersion = useRef(version);
  const reset = useEffectEvent(() => {
    form.initialize(values);
    onReset();
  });
  const hasNoUnsavedChanges = !submitting && (pristine || (submitSucceeded && !dirtySinceLastSubmit));
  useEffect(() => {
    if (!hasNoUnsavedChanges || baseVersion.current === version) return;
    baseVersion.current = version;
    reset();
  }, [version, hasNoUnsavedChanges]);
  return null;
}
