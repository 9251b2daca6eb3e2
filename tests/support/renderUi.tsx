import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Namespace } from 'i18next';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { flagDefaults } from '../../contract/flags.ts';
import { type Language, localeOf } from '../../contract/languages.ts';
import { startLanguages } from '../../src/i18n/i18n.ts';
import { loadFacts } from '../../src/i18n/languageFacts.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';

/** Renders parts of the design system as the app does, on a page `/` with a link to another page. */
export async function renderUi(
  children: ReactNode,
  { language = 'en', words = [] }: { language?: Language; words?: (Namespace & string)[] } = {},
) {
  await startLanguages(
    { languages: [{ label: language, value: language, instance: 'dev', direction: 'ltr' }], flags: flagDefaults },
    ['app', 'errors', 'ui', ...words],
  );
  await loadFacts();
  const page = (
    <UiProvider locale={localeOf(language, null)} direction="ltr">
      <Outlet />
      <Link to="/elsewhere">Elsewhere</Link>
    </UiProvider>
  );
  const router = createMemoryRouter([
    {
      element: page,
      children: [
        { path: '/', element: children },
        { path: '/elsewhere', element: <h1>Another page</h1> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}
