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
 * For acts that begin in a form or a dialog. Returns a function that takes why such an act failed: it passes that to `show` while the
 * form is open. After the form was closed it shows a message of the page, except if the session has ended: the sign-in page says so.
 * @param show omitted if the form shows failures by itself
 */
export function useFailureOf(show?: (failure: unknown) => void, isOpen = true): (failure: unknown) => void {
  const tellFailure = useTellFailure();
  const isShown = useRef(isOpen);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  return (failure) => {
    if (isShown.current) show?.(failure);
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
