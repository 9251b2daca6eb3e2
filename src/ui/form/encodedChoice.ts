import type { Choice } from '../Select.tsx';

/** Encodes a choice as one text, because forms compare values by identity; null becomes ''. */
export const encodeChoice = (choice: Choice | null): string => (choice ? `${choice.value} ${choice.label}` : '');

/** Decodes the text: the value has no spaces, the rest is the label. */
export function decodeChoice(text: string): Choice | null {
  const end = text.indexOf(' ');
  return end > 0 ? { value: text.slice(0, end), label: text.slice(end + 1) } : null;
}
