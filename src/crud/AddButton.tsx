import { useMayWrite } from '#session/useMayWrite.ts';
import { useWord } from '#i18n/words.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import type { Listed } from './resource.ts';

/** The way to the page that adds a record, for those who may. */
export function AddButton<Item>({ of: { add } }: { of: Pick<Listed<Item>, 'add'> }) {
  const word = useWord();
  const mayWrite = useMayWrite(add?.verdict);
  if (!add || !mayWrite) return null;
  return (
    <ButtonLink to={add.href} variant="primary">
      {word(add.label)}
    </ButtonLink>
  );
}
