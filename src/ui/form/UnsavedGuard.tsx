import type { FormState } from 'final-form';
import { useEffect } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { holdUnsaved } from '#lib/release.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

type Unsaved = Partial<Pick<FormState<object>, 'dirty' | 'submitSucceeded' | 'dirtySinceLastSubmit'>>;

/** Values are compared: what was typed and taken back is no change, nor is what was saved. */
function hasUnsaved({ dirty, submitSucceeded, dirtySinceLastSubmit }: Unsaved): boolean {
  return Boolean(dirty && (!submitSucceeded || dirtySinceLastSubmit));
}

/**
 * Whether the form around it holds changes that nobody saved. While it does, the browser asks before the page is closed,
 * and a new release does not reload it.
 */
export function useUnsavedChanges(): boolean {
  const state = useFormState({
    subscription: { dirty: true, submitSucceeded: true, dirtySinceLastSubmit: true },
  });
  const isUnsaved = hasUnsaved(state);
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

/** Whether whoever navigates has asked already: after a delete there is nothing left to save. */
function isDecided(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isDecided' in state && state.isDecided === true;
}

/**
 * Stands inside a `Form` whose changes must not be lost: asks before another page is opened over them. A navigation with
 * the state `{ isDecided: true }` is not asked about.
 */
export function UnsavedGuard() {
  const { t } = useTranslation('ui');
  const form = useForm();
  useUnsavedChanges();
  const blocker = useBlocker(
    // Asked of the form itself: what was drawn last may be older than a save.
    ({ currentLocation, nextLocation }) =>
      hasUnsaved(form.getState()) &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isDecided(nextLocation.state),
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
