import { useLocation, useNavigate } from '#lib/router.ts';
import { SignIn } from './SignIn.tsx';

/** The sign-in page for people who come to it from another page. */
export function LoginPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return <SignIn search={search} navigate={async (to, options) => navigate(to, options)} />;
}
