import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { Session } from '../../contract/auth.ts';
import type { NewPasskey, PasskeyOptions, Passkeys, PasskeySignIn } from '../../contract/passkeys.ts';
import { post, remove } from './http.ts';
import { ApiError } from './problem.ts';
import { query } from './query.ts';

type Answer = NewPasskey['response'];

/** The passkeys of the signed-in person. */
export const ownPasskeys = query<Passkeys>('auth/passkeys/');

const authenticator = () => import('@simplewebauthn/browser');

/** The person has cancelled, or the browser cannot use passkeys. */
const notUsed = (cause: unknown) => new ApiError('passkey_cancelled', { cause });

/** Asks the authenticator for a new passkey. Throws `ApiError`. */
export async function createPasskey(): Promise<Answer> {
  const { options } = await post<PasskeyOptions>('auth/passkeys/options/');
  const { startRegistration } = await authenticator();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const answer = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw notUsed(error);
  });
  return { ...answer };
}

async function answerWithPasskey(path: string, signsIn: boolean): Promise<Answer> {
  const { options } = await post<PasskeyOptions>(path, undefined, { signsIn });
  const { startAuthentication } = await authenticator();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw notUsed(error);
  });
  return { ...answer };
}

/** Asks the authenticator for a sign-in. Throws `ApiError`. */
export const askForSignIn = (): Promise<Answer> => answerWithPasskey('auth/passkeys/challenge/', true);

/** Asks the authenticator for a proof of the signed-in person. Throws `ApiError`. */
export const askForProof = (): Promise<Answer> => answerWithPasskey('auth/reauthentication/passkey/', false);

/** Stores a new passkey. */
export function addPasskey(passkey: NewPasskey): Promise<Passkeys> {
  return post('auth/passkeys/', passkey);
}

/** Removes a passkey. */
export function removePasskey(id: string): Promise<void> {
  return remove(`auth/passkeys/${id}/`);
}

/** Signs in with the answer of the authenticator. */
export function signInWithPasskey(answer: PasskeySignIn): Promise<Session> {
  return post('auth/passkeys/sign_in/', answer, { signsIn: true });
}
