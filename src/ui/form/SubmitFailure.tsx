import { useEffect, useRef } from 'react';
import { useFormState } from 'react-final-form';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { Banner } from '../Banner.tsx';

/** Why the last submit was refused, if that is not the fault of a field, until something is changed. */
export function SubmitFailure({ takesFocus = false }: { takesFocus?: boolean }) {
  const errorMessage = useErrorMessage();
  const { submitError, submitting, dirtySinceLastSubmit } = useFormState({
    subscription: { submitError: true, submitting: true, dirtySinceLastSubmit: true },
  });
  const element = useRef<HTMLDivElement>(null);
  const isShown = Boolean(submitError) && !submitting && !dirtySinceLastSubmit;
  useEffect(() => {
    if (takesFocus && isShown) element.current?.focus();
  }, [takesFocus, isShown]);
  if (!isShown) return null;
  return (
    <div ref={element} tabIndex={takesFocus ? -1 : undefined}>
      <Banner tone="danger" isUrgent>
        {errorMessage(submitError)}
      </Banner>
    </div>
  );
}
