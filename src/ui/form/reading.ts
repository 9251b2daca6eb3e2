import { createContext, type ReactNode } from 'react';

/** A field that is only read: its label, and its value as `show` or the type of its input renders it. */
export type ReadProps<Value> = {
  name: string;
  label: string;
  type?: string;
  /** An empty result is shown as a dash. */
  show?: (value: Value) => ReactNode;
};

/**
 * What renders the fields below as a list to read instead of inputs; null while they can be changed. `ReadForm` provides it, so
 * that pages without such records do not load it.
 */
export const Reading = createContext<(<Value>(props: ReadProps<Value>) => ReactNode) | null>(null);
