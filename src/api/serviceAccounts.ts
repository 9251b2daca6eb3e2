import type { NewSecret, NewServiceAccount, SecretRotation, ServiceAccounts } from '../../contract/serviceAccounts.ts';
import { post, remove } from './http.ts';
import { query } from './query.ts';

/** The accounts of other systems, and the addresses for these systems. */
export const serviceAccounts = query<ServiceAccounts>('service_accounts/');

/** Creates an account; the answer is the only one that contains its secret. */
export function createServiceAccount(account: NewServiceAccount): Promise<NewSecret> {
  return post('service_accounts/', account);
}

/** Replaces the secret of an account; the answer is the only one that contains the new one. */
export function rotateSecret(id: string, rotation: SecretRotation): Promise<NewSecret> {
  return post(`service_accounts/${id}/rotate/`, rotation);
}

/** Ends an account, whose secrets stop working at once. */
export function endServiceAccount(id: string): Promise<void> {
  return remove(`service_accounts/${id}/`);
}
