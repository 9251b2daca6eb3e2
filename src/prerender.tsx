import { createStore, Provider } from 'jotai';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { isoLanguage, type Language, localeOf } from '../contract/languages.ts';
import type { Tenant } from '../contract/tenant.ts';
import { AuthLayout } from '#app/AuthLayout.tsx';
import { LoginPage } from '#features/auth/LoginPage.tsx';
import { showWords } from '#i18n/i18n.ts';
import { createMemoryRouter, RouterProvider } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { settingsAtom } from '#settings/useSettings.ts';
import type { Settings } from '#settings/settings.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';
import { UiProvider } from '#ui/UiProvider.tsx';

/** A rendered sign-in page: the content of `#root`, and the rules of its style sheet. */
export type Rendered = { html: string; css: string };

/** What is rendered. `words` has the files of each namespace in the language; later ones replace texts of earlier ones. */
export type Rendering = {
  tenant: Tenant;
  language: Language;
  direction: Settings['direction'];
  palette: Settings['paletteMode'];
  words: Record<string, object[]>;
};

/** The rules of styled-components' elements, without its marks. */
function rulesOf(styleTags: string): string {
  return styleTags
    .replace(/<\/?style[^>]*>/g, '')
    .replace(/data-styled\.g\d+\[[^\]]*\]\{[^}]*\}/g, '')
    .replace(/\/\*!sc\*\/\s*/g, '');
}

/**
 * Renders the sign-in page outside of a browser, as it looks before the app starts. The build puts it into the page; the app
 * replaces it (`src/lib/frame.ts`).
 */
export async function renderSignIn({ tenant, language, direction, palette, words }: Rendering): Promise<Rendered> {
  await showWords(language, words);
  const store = createStore();
  store.set(settingsAtom, (settings) => ({ ...settings, paletteMode: palette }));
  const router = createMemoryRouter(
    [{ element: <AuthLayout />, children: [{ path: paths.login.pattern, element: <LoginPage /> }] }],
    { initialEntries: [paths.login.href()] },
  );
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(
      sheet.collectStyles(
        <Provider store={store}>
          <TenantProvider tenant={tenant}>
            <UiProvider locale={localeOf(language, tenant.country)} direction={direction}>
              <RouterProvider router={router} />
            </UiProvider>
          </TenantProvider>
        </Provider>,
      ),
      { identifierPrefix: `${isoLanguage(language)}-${palette}-` },
    );
    // The page announces its pictures itself.
    return { html: html.replace(/<link rel="preload"[^>]*>/g, ''), css: rulesOf(sheet.getStyleTags()) };
  } finally {
    sheet.seal();
    router.dispose();
  }
}
