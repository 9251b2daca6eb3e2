import { useWord } from '#i18n/words.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { AddLink } from '#ui/AddLink.tsx';
import type { Listed } from './resource.ts';

/** The link to the page that creates a record, for people who may. */
export function AddButton<Item>({ resource: { add } }: { resource: Pick<Listed<Item>, 'add'> }) {
  const word = useWord();
  const mayWrite = useMayWrite(add?.kind);
  return add && mayWrite && <AddLink to={add.href}>{word(add.label)}</AddLink>;
}
