import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-final-form';

/**
 * Restores a draft into the surrounding form as unsaved changes. When the form unmounts with unsaved changes, `onUnmount`
 * receives its values.
 */
export function FormDraft<Values extends object>({
  draft,
  onUnmount,
}: {
  draft: Values | null;
  onUnmount: (values: Values) => void;
}) {
  const form = useForm<Values>();
  useEffect(() => {
    if (!draft) return;
    form.batch(() => {
      for (const [name, value] of Object.entries(draft)) form.change(name as keyof Values & string, value);
    });
  }, [form, draft]);
  const handOver = useEffectEvent((values: Values) => onUnmount(values));
  useEffect(
    () => () => {
      const { dirty, values } = form.getState();
      if (dirty) handOver(values);
    },
    [form],
  );
  return null;
}
