import type { ComponentType } from 'react';
import { useLoaderData } from '#lib/router.ts';

/** Draws the page that the route's loader has fetched. */
export function LazyPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  return <Page />;
}
