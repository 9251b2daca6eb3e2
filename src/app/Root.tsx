import { Outlet, ScrollRestoration, useRevalidator } from '#lib/router.ts';
import { PageProgress } from './PageProgress.tsx';
import { Surroundings } from './Surroundings.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

/** Surrounds every page of the router. */
export function Root() {
  const { revalidate } = useRevalidator();
  useHeadingFocus();
  return (
    <Surroundings progress={<PageProgress />} reread={revalidate}>
      <Outlet />
      <ScrollRestoration />
    </Surroundings>
  );
}
