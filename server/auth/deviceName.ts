import Bowser from 'bowser';

/** What a device calls itself: `Firefox` on `Windows`. Null: unknown. */
export type DeviceName = { browser: string | null; system: string | null };

/** The browser and the operating system that a User-Agent header names. */
export function deviceNameOf(userAgent: string | null): DeviceName {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
