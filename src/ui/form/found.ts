import type { Choice } from '../Select.tsx';

/** What was found as one text, value and label: two texts are compared sooner than two objects. Nothing is an empty one. */
export const asFound = (choice: Choice | null): string => (choice ? `${choice.value} ${choice.label}` : '');

/** The value of what was found, which has no spaces, and its label. */
export function readFound(text: string): Choice | null {
  const end = text.indexOf(' ');
  return end > 0 ? { value: text.slice(0, end), label: text.slice(end + 1) } : null;
}
