import type { ComponentType } from 'react';
import { useLoaderData } from '#lib/router.ts';

/** Renders the page that the route's loader has loaded. */
export function LazyPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  return <Page />;
}
