import { useEffect, useRef } from 'react';
import { useForm } from 'react-final-form';

/**
 * Puts what somebody had typed before back into the form around it, as changes that nobody has saved; and hands what has
 * been changed to `onGone` when the form leaves the screen.
 */
export function FormDraft<Values extends object>({
  draft,
  onGone,
}: {
  draft: Values | null;
  onGone: (values: Values) => void;
}) {
  const form = useForm<Values>();
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    if (!draft) return;
    form.batch(() => {
      for (const [name, value] of Object.entries(draft)) form.change(name as keyof Values & string, value);
    });
  }, [form, draft]);
  useEffect(
    () => () => {
      const { dirty, values } = form.getState();
      if (dirty) gone.current(values);
    },
    [form],
  );
  return null;
}
