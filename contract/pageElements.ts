/** Element id of the JSON with the scripts that a page loads at its start, see `FirstScripts`. */
export const firstScriptsId = 'firstScripts';

/** A script below the page's origin, with its integrity. */
export type FirstScript = [path: string, integrity: string];

/** The scripts of the sign-in page by language, and those of each other page, without the ones that every page announces. */
export type FirstScripts = { signIn: Record<string, FirstScript[]>; router: FirstScript[] };

/** Element id of the shapes of the brand's drawing, which pictures of it refer to. Pages in development have none. */
export const artworkId = 'artwork';
