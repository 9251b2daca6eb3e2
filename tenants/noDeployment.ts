import { nearest } from './nearest.ts';

/** Error message for an unknown deployment: suggests the most similar id and lists all. */
export function noDeployment(id: string, known: readonly string[]): string {
  const near = nearest(id, known);
  return `There is no deployment "${id}".${near ? ` Did you mean "${near}"?` : ''} There are: ${known.join(', ')}.`;
}
