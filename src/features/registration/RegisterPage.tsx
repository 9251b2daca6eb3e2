import { useLinkToken } from '#domain/useLinkToken.ts';
import { AskForAccount } from './AskForAccount.tsx';
import { ConfirmAddress } from './ConfirmAddress.tsx';

/** `/auth/register`: asks for an account; with the token of the link from the mail, confirms the address (decision 128). */
export function RegisterPage() {
  const token = useLinkToken();
  return token === null ? <AskForAccount /> : <ConfirmAddress key={token} token={token} />;
}
