import { useLinkToken } from '#domain/useLinkToken.ts';
import { AskForAccount } from './AskForAccount.tsx';
import { ConfirmAddress } from './ConfirmAddress.tsx';

/** `/auth/register`: requests an account; with the token of the mailed link, confirms the address. */
export function RegisterPage() {
  const token = useLinkToken();
  return token === null ? <AskForAccount /> : <ConfirmAddress key={token} token={token} />;
}
