import type { LanguageOption, Tenant } from '../contract/tenant.ts';
import { type FirstScript, type FirstScripts, firstScriptsId } from '../contract/pageElements.ts';
import { shellFrame, showFrame } from '#lib/frame.ts';
import { reloadWithoutScripts } from '#lib/startAttempts.ts';
import { type Appearance, applySettings, directionOf, readAppearance } from '#settings/settings.ts';
import { readTokens } from '#session/tokenStore.ts';
import { chosenLanguage } from '#tenant/chosenLanguage.ts';

type TrustedTypes = {
  createPolicy: (name: string, rules: Record<string, (input: string) => string>) => unknown;
};

/** Allows scripts from this origin's `/assets/` only. */
function ownAssetsOnly(source: string): string {
  const url = new URL(source, location.origin);
  if (url.origin === location.origin && url.pathname.startsWith('/assets/')) return source;
  throw new TypeError(`No script is loaded from ${source}`);
}

/** The service worker; the browser checks that it is of this origin. */
function onlyServiceWorker(source: string): string {
  if (source === '/service-worker.js') return source;
  throw new TypeError(`No script is loaded from ${source}`);
}

/** zrender clears its root with the empty string; no other text may become markup here. */
function onlyEmpty(markup: string): string {
  if (markup === '') return markup;
  throw new TypeError('No markup is made from text here.');
}

/**
 * The `default` policy catches every text that reaches the page as markup or script. `app` is the policy that the bundle's
 * loader creates later: it gets these rules, whatever it asks for.
 */
function guardScripts(trustedTypes: TrustedTypes): void {
  const createPolicy = trustedTypes.createPolicy.bind(trustedTypes);
  createPolicy('default', { createHTML: onlyEmpty, createScriptURL: onlyServiceWorker });
  trustedTypes.createPolicy = (name, rules) =>
    createPolicy(name, name === 'app' ? { createScriptURL: ownAssetsOnly } : rules);
}

/** The JSON of an element of the page, or a default. */
function readJson<Value>(id: string, otherwise: Value): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null') ?? otherwise;
}

/** The language to show; none if the page has no deployment, which the app reports. */
function languageToShow(): LanguageOption | undefined {
  return chosenLanguage(readJson<Pick<Tenant, 'languages'>>('tenant', { languages: [] }).languages);
}

/** The sign-in page, and the pages that lead to it without a session. */
const signInPaths = /^\/(?:auth\/login\/?|dashboard(?:\/.*)?)?$/;

/** The pages within the frame of the dashboard, and the one that leads to it. */
const dashboardPaths = /^\/(?:dashboard(?:\/.*)?)?$/;

function announce(scripts: FirstScript[]): void {
  for (const [path, integrity] of scripts) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity, href: `/${path}` });
    document.head.append(link);
  }
}

/** Whether somebody is signed in, as far as this browser knows. */
function isSignedIn(): boolean {
  const { token, expiry } = readTokens();
  return token !== undefined && !(expiry && Date.parse(expiry) < Date.now());
}

/**
 * Shows the rendered sign-in page if nobody is signed in, otherwise the frame of the dashboard. Announces the scripts of the page that is
 * opened.
 */
function showFirstPage(language: string, { paletteMode, pinNav }: Appearance): void {
  const { signIn, router } = readJson<FirstScripts>(firstScriptsId, { signIn: {}, router: [] });
  const isSignIn = signInPaths.test(location.pathname) && !readTokens().token;
  if (isSignIn) showFrame(`${language}-${paletteMode}`);
  else if (dashboardPaths.test(location.pathname) && isSignedIn())
    showFrame(`${shellFrame}${paletteMode}-${pinNav ? 'pinned' : 'slim'}`);
  announce(isSignIn ? (signIn[language] ?? []) : router);
}

/**
 * Runs in the head, before the first paint and before any other script: first Trusted Types, then palette and direction, so
 * that no frame shows the wrong ones. Watches the page's other scripts. Never throws: a page in the default palette is better than none.
 */
function boot(): void {
  try {
    const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
    if (trustedTypes) guardScripts(trustedTypes);
  } catch (error) {
    console.error(error);
  }
  try {
    const appearance = readAppearance();
    const language = languageToShow();
    applySettings(appearance, directionOf(appearance, language?.direction ?? 'ltr'));
    if (language) showFirstPage(language.value, appearance);
  } catch (error) {
    console.error(error);
  }
  reloadWithoutScripts();
  // Loads the browser's data of languages while the scripts arrive. React Aria needs them at its start: 60 ms on a slow phone.
  setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en'));
}

boot();
