import type { FormState } from 'final-form';
import { useEffect, useRef } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { holdUnsaved } from '#lib/release.ts';
import { useBlocker } from '#lib/router.ts';
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

type UnsavedGuardProps = {
  /** Whether somebody wants to close the window that the form stands in. Without changes `onLeave` follows at once. */
  isLeaving?: boolean;
  onStay?: () => void;
  onLeave?: () => void;
};

/**
 * Stands inside a `Form` whose changes must not be lost: asks before another page is opened over them, or the window around
 * it is closed. A navigation with the state `{ isDecided: true }` is not asked about.
 */
export function UnsavedGuard({ isLeaving = false, onStay, onLeave }: UnsavedGuardProps) {
  const { t } = useTranslation('ui');
  const form = useForm();
  const isUnsaved = useUnsavedChanges();
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (isLeaving && !isUnsaved) leave.current?.();
  }, [isLeaving, isUnsaved]);
  const blocker = useBlocker(
    // Asked of the form itself: what was drawn last may be older than a save.
    ({ currentLocation, nextLocation }) =>
      hasUnsaved(form.getState()) &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isDecided(nextLocation.state),
  );
  const stay = () => {
    blocker.reset?.();
    onStay?.();
  };
  const go = () => {
    if (blocker.proceed) blocker.proceed();
    else onLeave?.();
  };
  return (
    <Dialog
      role="alertdialog"
      isOpen={blocker.state === 'blocked' || (isLeaving && isUnsaved)}
      onClose={stay}
      title={t('unsavedTitle')}
      actions={
        <>
          <Button onPress={stay}>{t('unsavedStay')}</Button>
          <Button variant="danger" onPress={go}>
            {t('unsavedLeave')}
          </Button>
        </>
      }
    >
      {t('unsavedText')}
    </Dialog>
  );
}
