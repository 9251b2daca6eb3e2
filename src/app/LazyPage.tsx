import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router-dom';

/** Draws the page that the route's loader has fetched. */
export function LazyPage() {
  const { Page } = useLoaderData<{ Page: ComponentType }>();
  return <Page />;
}
