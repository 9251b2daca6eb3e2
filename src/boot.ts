import type { Direction } from '../contract/languages.ts';
import type { Tenant } from '../contract/tenant.ts';
import { reloadWithoutScripts } from '#lib/startAttempts.ts';
import { applySettings, directionOf, readAppearance } from '#settings/settings.ts';
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
  createPolicy('default', { createHTML: onlyEmpty });
  trustedTypes.createPolicy = (name, rules) =>
    createPolicy(name, name === 'app' ? { createScriptURL: ownAssetsOnly } : rules);
}

/** The direction of the language to show; left to right if the page has no deployment, which the app reports. */
function languageDirection(): Direction {
  const tenant: Pick<Tenant, 'languages'> = JSON.parse(
    document.getElementById('tenant')?.textContent ?? '{"languages":[]}',
  );
  return chosenLanguage(tenant.languages)?.direction ?? 'ltr';
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
    applySettings(appearance, directionOf(appearance, languageDirection()));
  } catch (error) {
    console.error(error);
  }
  reloadWithoutScripts();
}

boot();
