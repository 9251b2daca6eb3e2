import { useNavigate } from '#lib/router.ts';
import { ButtonLink } from './ButtonLink.tsx';
import { useShortcut } from './shortcuts.ts';

/** The one primary act of a list: to the page that adds a record, by its keys too. */
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
