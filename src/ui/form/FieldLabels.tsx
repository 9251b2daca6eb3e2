import { createContext, type ReactNode, use, useCallback, useState } from 'react';

type Labels = Record<string, string>;

const LabelsContext = createContext<Labels>({});
const RegisterContext = createContext<(name: string, label: string) => void>(() => undefined);

/** Knows the label of each field of a form, in the language in use, so that its summary can name them. */
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

/** The labels of the form's fields, by name. */
export function useFieldLabels(): Labels {
  return use(LabelsContext);
}

/** How a field makes its label known. */
export function useRegisterLabel(): (name: string, label: string) => void {
  return use(RegisterContext);
}
