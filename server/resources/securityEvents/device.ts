import { parse } from 'bowser';

/** Browser and system of a `User-Agent` in readable form, such as `Firefox 142, Windows`; null if neither is known. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent);
  const name = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ');
  return [name, os.name].filter(Boolean).join(', ') || null;
}
