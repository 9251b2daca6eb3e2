import { useWord } from '#i18n/words.ts';
import { useNavigate } from '#lib/router.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { useShortcut } from '#ui/shortcuts.ts';
import type { Listed } from './resource.ts';

/** The link to the page that creates a record, for people who may. */
export function AddButton<Item>({ resource: { add } }: { resource: Pick<Listed<Item>, 'add'> }) {
  const word = useWord();
  const mayWrite = useMayWrite(add?.kind);
  return add && mayWrite && <AddLink to={add.href}>{word(add.label)}</AddLink>;
}

/** The primary action of a list: the link that adds a record, with its shortcut. */
function AddLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate();
  const go = () => void navigate(to);
  useShortcut('n', go);
  useShortcut('c', go);
  return (
    <ButtonLink to={to} variant="primary">
      {children}
    </ButtonLink>
  );
}
