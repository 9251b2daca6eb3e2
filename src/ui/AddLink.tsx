import { useNavigate } from '#lib/router.ts';
import { ButtonLink } from './ButtonLink.tsx';
import { useShortcut } from './shortcuts.ts';

/** The primary action of a list: the link that adds a record, with its shortcut. */
export function AddLink({ to, children }: { to: string; children: string }) {
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
