import type { PartnerRow } from './repository.ts';

/**
 * The target of a partner's QR code: the page that the partner chose, else its page in the app, else its website. Null
 * if there is none.
 * @param appUrl the address of the app's partner pages, ending in a slash; null if not set
 */
export function partnerUrl(
  { custom_website, slug, website }: Pick<PartnerRow, 'custom_website' | 'slug' | 'website'>,
  appUrl: string | null,
): string | null {
  return custom_website ?? (appUrl === null ? website : new URL(slug, appUrl).href);
}

/** The target of a venue's QR code: its partner's page, with the venue as a parameter. */
export function venueUrl(venue: string, url: string | null): string | null {
  if (url === null) return null;
  const pageUrl = new URL(url);
  pageUrl.searchParams.set('venue', venue);
  return pageUrl.href;
}
