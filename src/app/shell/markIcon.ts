import { colourProperty } from '#ui/tokens.ts';

const largest = 99;

/** The icon of the page with a number instead of the brand's, or the brand's again for 0. Returns how to restore it. */
export function markIcon(count: number): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || count === 0) return () => undefined;
  const brandIcon = link.href;
  const style = getComputedStyle(document.documentElement);
  const [ground, text] = (['danger', 'onDanger'] as const).map((token) =>
    style.getPropertyValue(colourProperty(token)),
  );
  const number = Math.min(count, largest);
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><text x="16" y="23" fill="${text}" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle">${number}</text></svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return () => {
    link.href = brandIcon;
  };
}
