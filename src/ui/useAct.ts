import { useEffect, useRef, useState } from 'react';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { toast } from './toast.ts';

/** Says in a message of the page why an act failed. */
export function useTellFailure(): (failure: unknown) => void {
  const errorMessage = useErrorMessage();
  return (failure) => void toast({ title: errorMessage(failure), tone: 'danger' });
}

/** Whether a call was answered that nobody is signed in. */
const isOfEndedSession = (failure: unknown) =>
  typeof failure === 'object' && failure !== null && 'status' in failure && failure.status === 401;

/**
 * Calls `show` with why an act failed while the form or the dialog is open in which it began; if it was closed meanwhile, a message of
 * the page says it. That the session has ended is said by the sign-in page.
 */
export function useFailureOf(isOpen: boolean, show: (failure: unknown) => void): (failure: unknown) => void {
  const tellFailure = useTellFailure();
  const isShown = useRef(isOpen);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  return (failure) => {
    if (isShown.current) show(failure);
    else if (!isOfEndedSession(failure)) tellFailure(failure);
  };
}

/** An act that a button begins, pending while `isRunning`. `run` never throws: a message says why the act failed. */
export function useAct<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>) {
  const tellFailure = useTellFailure();
  const [isRunning, setRunning] = useState(false);
  const run = async (...input: Input): Promise<void> => {
    setRunning(true);
    await act(...input).catch(tellFailure);
    setRunning(false);
  };
  return { run, isRunning };
}
