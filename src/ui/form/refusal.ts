/** What a form reads of an error that its submit was answered with: the codes for its fields (contract `Problem`). */
type Refusal = { errors: Record<string, string[]> };

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'errors' in error && typeof error.errors === 'object';
}

/** The first code for each of the named fields. Codes for fields that the form does not have are left to its banner. */
export function fieldCodes(error: unknown, names: string[]): Record<string, string> {
  if (!isRefusal(error)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const code = error.errors[name]?.[0];
      return code ? [[name, code]] : [];
    }),
  );
}
