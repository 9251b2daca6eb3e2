import type { ComponentType, ReactNode } from 'react';
import type { CoverageDecision } from '../../contract/coverage.ts';
import type { BulkResult, Collection, Page } from '#api/collection.ts';
import type { Params } from '#api/http.ts';
import type { Query } from '#api/query.ts';
import type { Word } from '#i18n/words.ts';
import type { CollectionName } from '#session/permission.ts';

/** How a record is created: label, address, and the kind whose write permission it needs. */
export type Add = { label: Word; href: string; kind: CollectionName };

/** A kind of record as lists need it. */
export type Listed<Item> = {
  /** Identifies the screen of saved views if several screens list one collection; the default is the path. */
  screen?: string;
  collection: {
    path: string;
    list: (params?: Params) => Query<Page<Item>>;
    removeAll?: (ids: string[], decisions?: CoverageDecision[]) => Promise<BulkResult[]>;
  };
  title: Word;
  /** The message if there are no records at all. */
  empty: Word;
  emptyText: Word;
  /** For lists that are read again by themselves: what screen readers hear of new records, with their number: `{{number}}`. */
  announces?: Word;
  /** The display name of a record. */
  nameOf: (item: Item) => string;
  /** Identifies a record among the others of its list; the default is `nameOf`. */
  rowNameOf?: (item: Item) => string;
  /** The address of a record's page. */
  href?: (item: Item) => string;
  /** How a record is created; people who may do so may delete several. */
  add?: Add;
  /** The kind whose write permission allows bulk acts; that of `add` if left out. */
  kind?: CollectionName;
  /** Shows what is deleted along with the records, or who is affected. */
  DeletedAlong?: ComponentType<{ items: readonly Item[] }>;
  /** The dialog before a deletion that affects others; the default is a plain confirmation. */
  DeleteDialog?: ComponentType<DeleteDialogProps>;
  /** Other reads (path prefixes) that a change or deletion invalidates. */
  touches?: readonly string[];
};

/** The props of the dialog before a deletion. `remove` deletes; if it rejects, the dialog shows the error. */
export type DeleteDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The question, which names the record or the number of records. */
  title: string;
  ids: string[];
  remove: (decisions: CoverageDecision[] | undefined) => Promise<void>;
  children?: ReactNode;
};

/** A kind of record: its calls, addresses and labels, and how a form edits it. */
export type Resource<Item, Body extends object, Values extends Record<string, unknown>> = Listed<Item> & {
  collection: Collection<Item, Body, Partial<Body>>;
  listHref: string;
  href: (item: Item) => string;
  /** The address after creating one; the default is the new record's page. */
  addedHref?: (item: Item) => string;
  add: Add;
  /** The initial values of the form of a new record. */
  emptyValues: Values;
  valuesOf: (item: Item) => Values;
  /** Converts form values to the body of a call. */
  toBody: (values: Values) => Body;
  /** The reason why a record cannot be deleted now although the person may change it. */
  undeletableBecause?: (item: Item) => Word | undefined;
};

/** The props of a form's fields; `item` is undefined while the record is being created. */
export type FieldsProps<Item> = { item?: Item; isNew: boolean };

/** The fields that every collection's records have. */
export type Stored = { id: string; etag: string; can: { update: boolean; delete: boolean } };
