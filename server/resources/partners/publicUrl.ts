import type { PartnerRow } from './repository.ts';

/**
 * Where a partner's QR code leads: to the page that the partner chose, else to its page in the app, else to its own site.
 * Null where there is none of them.
 * @param appUrl where the app has partners' pages, ending in a slash; null where nobody has said it
 */
export function partnerUrl(
  { custom_website, slug, website }: Pick<PartnerRow, 'custom_website' | 'slug' | 'website'>,
  appUrl: string | null,
): string | null {
  return custom_website ?? (appUrl === null ? website : new URL(slug, appUrl).href);
}

/** Where a venue's QR code leads: to its partner's page, which is told the venue. */
export function venueUrl(venue: string, url: string | null): string | null {
  if (url === null) return null;
  const told = new URL(url);
  told.searchParams.set('venue', venue);
  return told.href;
}
