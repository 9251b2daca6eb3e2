import { createContext, type ReactNode, use, useCallback, useState } from 'react';

type Labels = Record<string, string>;

const LabelsContext = createContext<Labels>({});
const RegisterContext = createContext<(name: string, label: string) => void>(() => undefined);

/** Collects the labels of a form's fields, so that its error summary can name them. */
export function FieldLabelsProvider({ children }: { children: ReactNode }) {
  const [labels, setLabels] = useState<Labels>({});
  const register = useCallback(
    (name: string, label: string) =>
      setLabels((known) => (known[name] === label ? known : { ...known, [name]: label })),
    [],
  );
  return (
    <RegisterContext value={register}>
      <LabelsContext value={labels}>{children}</LabelsContext>
    </RegisterContext>
  );
}

/** The labels by field name. */
export function useFieldLabels(): Labels {
  return use(LabelsContext);
}

/** Registers the label of a field. */
export function useRegisterLabel(): (name: string, label: string) => void {
  return use(RegisterContext);
}
