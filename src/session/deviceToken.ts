import { readSettings } from '#settings/settings.ts';
import { updateSettings } from '#settings/useSettings.ts';

/**
 * The device token as a part of the sign-in body; empty before the first completed sign-in. It is one of the settings of this
 * browser and survives signing out: it grants no access, but lets people of this browser sign in while strangers guess passwords of
 * their accounts.
 */
export function ownDevice(): { deviceToken?: string } {
  const { device } = readSettings();
  return device ? { deviceToken: device } : {};
}

/** Stores the device token of a completed sign-in. */
export function keepDevice(deviceToken: string | undefined): void {
  if (deviceToken) updateSettings({ device: deviceToken });
}
