import { askForSignIn, signInWithPasskey } from '#api/passkeys.ts';
import { ownDevice } from '#session/deviceToken.ts';
import { accept } from '#session/session.ts';

/** Signs in with a passkey, and starts the session. Throws `ApiError`. */
export async function signIn(): Promise<void> {
  accept(await signInWithPasskey({ response: await askForSignIn(), ...ownDevice() }));
}
