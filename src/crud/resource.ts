import type { ComponentType, ReactNode } from 'react';
import type { CoverageDecision } from '../../contract/coverage.ts';
import type { BulkResult, Collection, Page } from '#api/collection.ts';
import type { Params } from '#api/http.ts';
import type { Query } from '#api/query.ts';
import type { Word } from '#i18n/words.ts';
import type { CollectionName } from '#session/permission.ts';

/** How a record is added: what that is called, where, and the collection in which one must be allowed to write for it. */
export type Add = { label: Word; href: string; verdict: CollectionName };

/** What the list of a kind of record has to know of it. */
export type Listed<Item> = {
  /** Names the screen whose views are kept, where several show one collection; by its path where it is left out. */
  screen?: string;
  collection: {
    path: string;
    list: (params?: Params) => Query<Page<Item>>;
    removeAll?: (ids: string[], decisions?: CoverageDecision[]) => Promise<BulkResult[]>;
  };
  title: Word;
  /** While there is no record at all: what that means. */
  empty: Word;
  emptyText: Word;
  /** What people call a record. */
  nameOf: (item: Item) => string;
  /** What tells it from the others in its list, where its name may not. */
  rowNameOf?: (item: Item) => string;
  /** Where a record is opened. */
  href?: (item: Item) => string;
  /** Whoever may add one may delete several. */
  add?: Add;
  /** Says what is deleted along with some, or who is concerned. */
  DeletedAlong?: ComponentType<{ items: readonly Item[] }>;
  /** Asks before some are deleted where others lose something by it; a plain question where it is left out. */
  DeleteDialog?: ComponentType<DeleteDialogProps>;
  /** Other reads (path prefixes) that are different once one was changed or deleted. */
  touches?: readonly string[];
};

/** What a question before a deletion is told. `remove` deletes, and rejects with what is told in the dialog. */
export type DeleteDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Asks, and names the record, or says how many. */
  title: string;
  ids: string[];
  remove: (decisions: CoverageDecision[] | undefined) => Promise<void>;
  children?: ReactNode;
};

/** A kind of record: its calls, where its pages are, what they are called, and how a form holds one. */
export type Resource<Item, Body extends object, Values extends Record<string, unknown>> = Listed<Item> & {
  collection: Collection<Item, Body, Partial<Body>>;
  listHref: string;
  href: (item: Item) => string;
  /** Where one is after adding one; at the new record where it is left out. */
  addedHref?: (item: Item) => string;
  add: Add;
  /** The form of one that is not there yet. */
  emptyValues: Values;
  valuesOf: (item: Item) => Values;
  /** What the server is told of a form. */
  toBody: (values: Values) => Body;
  /** Why one that this person may change cannot be deleted now. */
  keptBecause?: (item: Item) => Word | undefined;
};

/** What the fields of a form are told: the record they are about, nothing while it is being added. */
export type FieldsProps<Item> = { item?: Item; isNew: boolean; isReadOnly: boolean };

/** A record as every collection answers it. */
export type Stored = { id: string; etag: string; can: { update: boolean; delete: boolean } };
