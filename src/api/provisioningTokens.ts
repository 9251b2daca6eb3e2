import type {
  CreatedProvisioningToken,
  NewProvisioningToken,
  ProvisioningTokens,
} from '../../contract/provisioningTokens.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The tokens of directories that provision users, and the address for them. */
export const provisioningTokens = query<ProvisioningTokens>('provisioning_tokens/');

/** Creates a token; the answer is the only one that contains it. */
export function createProvisioningToken(token: NewProvisioningToken): Promise<CreatedProvisioningToken> {
  return post('provisioning_tokens/', token);
}

/** Deletes a token, which stops working at once. */
export function removeProvisioningToken(id: string): Promise<void> {
  return remove(`provisioning_tokens/${id}/`);
}
