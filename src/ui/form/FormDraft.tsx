import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-final-form';
import { keepOverReload } from '#lib/release.ts';

/**
 * Restores a draft into the surrounding form as unsaved changes. `onUnmount` receives the values when the form unmounts with unsaved
 * changes, `onReload` before a new release reloads the page.
 */
export function FormDraft<Values extends object>({
  draft,
  onUnmount,
  onReload,
}: {
  draft: Values | null;
  onUnmount: (values: Values) => void;
  onReload: (values: Values) => void;
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
  const keep = useEffectEvent(() => onReload(form.getState().values));
  useEffect(() => keepOverReload(form, () => keep()), [form]);
  return null;
}
