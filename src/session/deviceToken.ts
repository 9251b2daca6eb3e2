import { storage } from '#lib/storage.ts';

/**
 * The storage key of the device token. The token survives signing out: it grants no access, but lets people of this browser
 * sign in while strangers guess passwords of their accounts.
 */
const key = 'device';

/** The device token as a part of the sign-in body; empty before the first completed sign-in. */
export function ownDevice(): { deviceToken?: string } {
  const deviceToken = storage.get(key);
  return deviceToken ? { deviceToken } : {};
}

/** Stores the device token of a completed sign-in. */
export function keepDevice(deviceToken: string | undefined): void {
  if (deviceToken) storage.set(key, deviceToken);
}
