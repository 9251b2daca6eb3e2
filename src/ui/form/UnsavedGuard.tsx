import { useEffect } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { holdUnsaved } from '#lib/release.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

/**
 * Whether the form around it holds changes that nobody saved. While it does, the browser asks before the page is closed,
 * and a new release does not reload it. Values are compared: what was typed and taken back is no change.
 */
function useUnsavedChanges(): boolean {
  const { dirty, submitSucceeded, dirtySinceLastSubmit } = useFormState({
    subscription: { dirty: true, submitSucceeded: true, dirtySinceLastSubmit: true },
  });
  const isUnsaved = Boolean(submitSucceeded ? dirtySinceLastSubmit : dirty);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const release = holdUnsaved();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      release();
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
  return isUnsaved;
}

/** Stands inside a `Form` whose changes must not be lost: asks before another page is opened over them. */
export function UnsavedGuard() {
  const { t } = useTranslation('ui');
  const isUnsaved = useUnsavedChanges();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Dialog
      role="alertdialog"
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('unsavedTitle')}
      actions={
        <>
          <Button onPress={() => blocker.reset?.()}>{t('unsavedStay')}</Button>
          <Button variant="danger" onPress={() => blocker.proceed?.()}>
            {t('unsavedLeave')}
          </Button>
        </>
      }
    >
      {t('unsavedText')}
    </Dialog>
  );
}
