import { nearest } from './nearest.ts';

/** What is said to somebody who asked for a deployment that is not there: which one is meant, and which there are. */
export function noDeployment(id: string, known: readonly string[]): string {
  const near = nearest(id, known);
  return `There is no deployment "${id}".${near ? ` Did you mean "${near}"?` : ''} There are: ${known.join(', ')}.`;
}
