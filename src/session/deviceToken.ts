import { storage } from '#lib/storage.ts';

/**
 * Where the browser keeps what it is known by. It outlives sign-out: it opens nothing, and lets its people sign in while
 * strangers guess at their accounts (decision 238).
 */
const key = 'device';

/** What a sign-in from this browser carries along; nothing where none has been completed yet. */
export function ownDevice(): { deviceToken?: string } {
  const deviceToken = storage.get(key);
  return deviceToken ? { deviceToken } : {};
}

/** Keeps what the server knows this browser by from now on. */
export function keepDevice(deviceToken: string | undefined): void {
  if (deviceToken) storage.set(key, deviceToken);
}
