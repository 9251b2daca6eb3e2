let pages = 0;

/** Loads modules of a page that is loaded again: they and what they import are evaluated anew, once per page. */
export function newPage(): (module: string) => Promise<unknown> {
  pages += 1;
  const query = `${new URL(import.meta.url).search}&page=${pages}`;
  return (module) => import(new URL(query, module).href);
}
