import { useEffect, useRef } from 'react';
import { useForm, useFormState } from 'react-final-form';

/**
 * Lets the form around it begin anew from `values` when `version` changes, unless somebody has changed something in it:
 * then the words of the person who types stay. `onBegin` tells that it has.
 */
export function FormBaseline<Values extends object>(props: { values: Values; version: string; onBegin: () => void }) {
  const form = useForm<Values>();
  const { pristine, submitting, submitSucceeded, dirtySinceLastSubmit } = useFormState({
    subscription: { pristine: true, submitting: true, submitSucceeded: true, dirtySinceLastSubmit: true },
  });
  const { version } = props;
  const begun = useRef(version);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const isFree = !submitting && (pristine || (submitSucceeded && !dirtySinceLastSubmit));
  useEffect(() => {
    if (!isFree || begun.current === version) return;
    begun.current = version;
    form.initialize(latest.current.values);
    latest.current.onBegin();
  }, [form, version, isFree]);
  return null;
}
