import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { isReloading } from '#lib/release.ts';
import { useBlocker } from '#lib/router.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { hasUnsaved, useUnsavedChanges } from './useUnsavedChanges.ts';

/** Whether the navigation needs no question: the changes are kept for the way back. */
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
 * Protects the unsaved changes of the surrounding `Form`: asks before a navigation to another page, before the page is closed, and
 * before its dialog closes. A navigation with the state `{ isDecided: true }` goes ahead without a question.
 */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const form = useForm();
  return (
    <ChangesGuard
      {...props}
      isUnsaved={useUnsavedChanges()}
      // Reads the form itself: the last render may be older than the last save.
      isUnsavedNow={() => hasUnsaved(form.getState())}
    />
  );
}

type ChangesGuardProps = UnsavedGuardProps & { isUnsaved: boolean; isUnsavedNow?: () => boolean };

/** As `UnsavedGuard`, for changes outside of a `Form`. `isUnsavedNow` tells whether they are unsaved at the moment of a navigation. */
export function ChangesGuard({
  isUnsaved,
  isUnsavedNow = () => isUnsaved,
  isLeaving = false,
  onStay,
  onLeave,
}: ChangesGuardProps) {
  const { t } = useTranslation('ui');
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (isLeaving && !isUnsaved) leave();
  }, [isLeaving, isUnsaved]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsavedNow() && currentLocation.pathname !== nextLocation.pathname && !isDecided(nextLocation.state),
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
