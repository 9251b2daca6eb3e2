import { TriangleAlert } from 'lucide-react';
import type { FormState } from 'final-form';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { holdUnsaved } from '#lib/release.ts';
import { useBlocker } from '#lib/router.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

type Unsaved = Partial<Pick<FormState<object>, 'dirty' | 'submitSucceeded' | 'dirtySinceLastSubmit'>>;

/** Whether the values differ from the initial ones and from the last save. */
function hasUnsaved({ dirty, submitSucceeded, dirtySinceLastSubmit }: Unsaved): boolean {
  return Boolean(dirty && (!submitSucceeded || dirtySinceLastSubmit));
}

/**
 * Whether the surrounding form has unsaved changes. While it has, the browser asks before the page is closed, and a new
 * release does not reload the page.
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

/** Whether the navigation needs no question: after a delete there is nothing left to save. */
function isDecided(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isDecided' in state && state.isDecided === true;
}

type UnsavedGuardProps = {
  /** Whether the person is closing the dialog that contains the form. Without changes `onLeave` is called at once. */
  isLeaving?: boolean;
  onStay?: () => void;
  onLeave?: () => void;
};

/**
 * Protects the unsaved changes of the surrounding `Form`: asks before a navigation to another page, and before its dialog
 * closes. A navigation with the state `{ isDecided: true }` goes ahead without a question.
 */
export function UnsavedGuard({ isLeaving = false, onStay, onLeave }: UnsavedGuardProps) {
  const { t } = useTranslation('ui');
  const form = useForm();
  const isUnsaved = useUnsavedChanges();
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (isLeaving && !isUnsaved) leave();
  }, [isLeaving, isUnsaved]);
  const blocker = useBlocker(
    // Reads the form itself: the last render may be older than the last save.
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
          <Button variant="danger" icon={<TriangleAlert aria-hidden />} onPress={go}>
            {t('unsavedLeave')}
          </Button>
        </>
      }
    >
      {t('unsavedText')}
    </Dialog>
  );
}
