import { createStore, Provider } from 'jotai';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { isoLanguage, type Language } from '../contract/languages.ts';
import type { Tenant } from '../contract/tenant.ts';
import { ShellFrame } from '#app/shell/ShellFrame.tsx';
import { SignInApp } from '#app/SignInApp.tsx';
import { showWords } from '#i18n/i18n.ts';
import { languageDirectionAtom, settingsAtom } from '#settings/useSettings.ts';
import type { Settings } from '#settings/settings.ts';
import { TenantProvider } from '#tenant/TenantProvider.tsx';

/** A rendered page: the content of `#root`, and the rules of its style sheet. */
export type Rendered = { html: string; css: string };

/** What is rendered. `words` has the files of each namespace in the language; later ones replace texts of earlier ones. */
export type Rendering = {
  tenant: Tenant;
  language: Language;
  direction: Settings['direction'];
  palette: Settings['paletteMode'];
  words: Record<string, object[]>;
};

/** What is rendered of the dashboard. */
export type ShellRendering = Pick<Rendering, 'tenant' | 'palette'> & { isPinned: boolean };

/** The rules of styled-components' elements, without its marks. */
function rulesOf(styleTags: string): string {
  return styleTags
    .replace(/<\/?style[^>]*>/g, '')
    .replace(/data-styled\.g\d+\[[^\]]*\]\{[^}]*\}/g, '')
    .replace(/\/\*!sc\*\/\s*/g, '');
}

type Look = Pick<Rendering, 'direction' | 'palette'> & {
  /** What the ids of elements begin with. */
  prefix: string;
};

function render(page: ReactElement, { palette, direction, prefix }: Look): Rendered {
  const store = createStore();
  store.set(settingsAtom, (settings) => ({ ...settings, paletteMode: palette }));
  store.set(languageDirectionAtom, direction);
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(sheet.collectStyles(<Provider store={store}>{page}</Provider>), {
      identifierPrefix: prefix,
    });
    // The page announces its pictures itself.
    return { html: html.replace(/<link rel="preload"[^>]*>/g, ''), css: rulesOf(sheet.getStyleTags()) };
  } finally {
    sheet.seal();
  }
}

/**
 * Renders the sign-in page outside of a browser, as it looks before the app starts. The build puts it into the page; the app
 * replaces it (`src/lib/frame.ts`).
 */
export async function renderSignIn({ tenant, language, direction, palette, words }: Rendering): Promise<Rendered> {
  await showWords(language, words);
  const page = (
    <SignInApp
      tenant={tenant}
      search=""
      leave={async () => undefined}
      prepareLeaving={() => undefined}
      afterMount={null}
    />
  );
  return render(page, { palette, direction, prefix: `${isoLanguage(language)}-${palette}-` });
}

/** Renders the frame of the dashboard, which signed-in people see before the app starts. It is the same in every language. */
export function renderShell({ tenant, palette, isPinned }: ShellRendering): Rendered {
  const frame = (
    <TenantProvider tenant={tenant}>
      <ShellFrame isPinned={isPinned} />
    </TenantProvider>
  );
  return render(frame, { palette, direction: 'ltr', prefix: '' });
}
