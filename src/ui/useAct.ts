import { useState } from 'react';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { toast } from './toast.ts';

/** Says in a message of the page why an act failed. */
export function useTellFailure(): (failure: unknown) => void {
  const errorMessage = useErrorMessage();
  return (failure) => void toast({ title: errorMessage(failure), tone: 'danger' });
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
