import type { Namespace } from 'i18next';
import { type ComponentType, createElement } from 'react';
import { type Collection, definitionOf, folderOf, type KindWithPages } from '../../contract/kinds.ts';
import type { SearchHit } from '../../contract/search.ts';
import { type Path, paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import type { Feature, FeatureRoute, NavEntry, NavPlace } from './feature.ts';
import type { Add, FieldsProps, Resource, Stored } from './resource.ts';

type Load<Loaded> = () => Promise<Loaded>;

/** The fields of a kind whose pages only create, show and change records. */
type Form<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  resource: Resource<Item, Body, Values>;
  Fields: ComponentType<FieldsProps<Item>>;
};

type FeatureOfKind<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  /** `feature:<folder>` as a literal: every build searches the bundles for it, to prove that disabled features are absent. */
  id: Feature['id'];
  /** The translation namespaces that its pages need in addition to its own and `crud`. */
  namespaces?: readonly (Namespace & string)[];
  /** Its entry in the navigation. Omit it if its pages are below those of another kind. */
  nav?: NavPlace & Omit<NavEntry, 'to'>;
  add?: Add;
  list: Load<ComponentType>;
  /** The fields of the pages that add, show and change a record. `create` and `record` replace these pages. */
  form?: Load<Form<Item, Body, Values>>;
  create?: Load<ComponentType>;
  record?: Load<ComponentType>;
  /** Additional routes, besides those of the list, of one record and of adding one. */
  more?: readonly FeatureRoute[];
};

/** Loads the component once: a new component type would remount the page. */
function once(make: Load<ComponentType>): Load<ComponentType> {
  let made: ComponentType | undefined;
  return async () => (made ??= await make());
}

/** The URL of a search result. The URL of a partner's record contains the partner's id. */
function hrefOfHit({ pattern }: Path, { id, partner }: SearchHit): string {
  return pattern.replace(':partner', partner ?? '').replace(':id', id);
}

/**
 * Defines the feature of a kind of record: routes with the permissions of the contract, navigation entry, the act that adds a
 * record, and links of search results.
 */
export function defineFeature<Item extends Stored, Body extends object, Values extends Record<string, unknown>>(
  kind: Collection & KindWithPages,
  {
    id,
    namespaces = [],
    nav,
    add,
    list,
    form,
    create = form &&
      once(async () => {
        const [{ CreatePage }, { resource, Fields }] = await Promise.all([import('./CreatePage.tsx'), form()]);
        return () => createElement(CreatePage<Item, Body, Values>, { resource, Fields });
      }),
    record = form &&
      once(async () => {
        const [{ EditPage }, { resource, Fields }] = await Promise.all([import('./EditPage.tsx'), form()]);
        return () => createElement(EditPage<Item, Body, Values>, { resource, Fields });
      }),
    more = [],
  }: FeatureOfKind<Item, Body, Values>,
): Feature {
  const at = paths[kind];
  return {
    id,
    namespaces: [folderOf(kind) as Namespace & string, ...namespaces, 'crud'],
    nav: nav && { ...nav, to: at.list.pattern },
    add,
    searchLinks: definitionOf(kind).searched && { [kind]: (hit: SearchHit) => hrefOfHit(at.record, hit) },
    routes: [
      { path: at.list.pattern, page: list },
      ...(create ? [{ path: at.create.pattern, page: create, permission: mayWrite(kind) }] : []),
      ...(record ? [{ path: at.record.pattern, page: record }] : []),
      // The page of a record also has its form.
      ...(record && create ? [{ path: at.edit.pattern, page: record }] : []),
      ...more,
    ],
    permission: mayRead(kind),
  };
}
