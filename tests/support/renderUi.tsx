import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { startLanguages } from '../../src/i18n/i18n.ts';
import { UiProvider } from '../../src/ui/UiProvider.tsx';

/** Draws parts of the design system as the app does: in English, on a page `/` with a link to another page. */
export async function renderUi(children: ReactNode) {
  await startLanguages([{ label: 'English', value: 'en', instance: null }], ['app', 'errors', 'ui']);
  const page = (
    <UiProvider locale="en" direction="ltr">
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
