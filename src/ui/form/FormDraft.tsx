import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-final-form';
import { changedParts } from '#lib/changedParts.ts';
import { keepOverReload } from '#lib/release.ts';

/**
 * Restores a draft into the surrounding form as unsaved changes. `onUnmount` receives the changed values when the form unmounts with
 * unsaved changes, `onReload` before a new release reloads the page: others may change the other fields meanwhile.
 */
export function FormDraft<Values extends object>({
  draft,
  onUnmount,
  onReload,
}: {
  draft: Partial<Values> | null;
  onUnmount: (changed: Partial<Values>) => void;
  onReload: (changed: Partial<Values>) => void;
}) {
  const form = useForm<Values>();
  useEffect(() => {
    if (!draft) return;
    form.batch(() => {
      for (const name of Object.keys(draft) as (keyof Values & string)[]) form.change(name, draft[name]);
    });
  }, [form, draft]);
  const handOver = useEffectEvent((changed: Partial<Values>) => onUnmount(changed));
  useEffect(
    () => () => {
      const { dirty, initialValues, values } = form.getState();
      if (dirty) handOver(changedParts<Partial<Values>>(initialValues ?? {}, values));
    },
    [form],
  );
  const keep = useEffectEvent(() => {
    const { initialValues, values } = form.getState();
    onReload(changedParts<Partial<Values>>(initialValues ?? {}, values));
  });
  useEffect(() => keepOverReload(form, () => keep()), [form]);
  return null;
}
