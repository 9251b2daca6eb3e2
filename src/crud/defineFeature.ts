import type { Namespace } from 'i18next';
import { type ComponentType, createElement } from 'react';
import { type Collection, definitionOf, folderOf, type KindWithPages } from '../../contract/kinds.ts';
import type { SearchHit } from '../../contract/search.ts';
import { type Path, paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import type { Feature, FeatureNav, FeatureRoute } from './feature.ts';
import type { Add, FieldsProps, Resource, Stored } from './resource.ts';

type Load<Loaded> = () => Promise<Loaded>;

/** The form of a kind whose pages only create and change records. */
type Form<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  resource: Resource<Item, Body, Values>;
  Fields: ComponentType<FieldsProps<Item>>;
};

type FeatureOfKind<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  /** `feature:<folder>`, written out: the proof of isolation searches the bundles for it. */
  id: Feature['id'];
  /** The locale files that its pages need besides its own and `crud`. */
  namespaces?: readonly (Namespace & string)[];
  /** Its entry in the navigation; left out if its pages are below those of another kind. */
  nav?: Omit<FeatureNav, 'to'> & { key: string };
  add?: Add;
  list: Load<ComponentType>;
  /** Makes the pages that add and change a record, where `create` and `record` do not. */
  form?: Load<Form<Item, Body, Values>>;
  create?: Load<ComponentType>;
  record?: Load<ComponentType>;
  /** Routes besides those of the list, of one record and of adding one. */
  more?: readonly FeatureRoute[];
};

/** Loads the component once: a new component type would remount the page. */
function once(make: Load<ComponentType>): Load<ComponentType> {
  let made: ComponentType | undefined;
  return async () => (made ??= await make());
}

/** The address of a search result; a record below a partner needs the partner's id, too. */
function hrefOfHit({ pattern }: Path, { id, partner }: SearchHit): string {
  return pattern.replace(':partner', partner ?? '').replace(':id', id);
}

/**
 * The feature of a kind of record: its routes, each behind the permission that the contract gives the kind, its entry in the
 * navigation, how a record is added, and where a search result leads.
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
    ...(nav && { nav: { ...nav, to: at.list.pattern } }),
    ...(add && { add }),
    ...(definitionOf(kind).searched && { searchLinks: { [kind]: (hit: SearchHit) => hrefOfHit(at.record, hit) } }),
    routes: [
      { path: at.list.pattern, page: list },
      ...(create ? [{ path: at.create.pattern, page: create, permission: mayWrite(kind) }] : []),
      ...(record ? [{ path: at.record.pattern, page: record }] : []),
      ...more,
    ],
    permission: mayRead(kind),
  };
}
