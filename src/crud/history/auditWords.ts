import type { Namespace } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../contract/audit.ts';
import { definitionOf, folderOf, kindNames } from '../../../contract/kinds.ts';
import { isPartOf } from '../../../contract/permissions.ts';
import { loadNamespaces } from '#i18n/i18n.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';

/** The namespaces with the words for the columns of each table. */
const columnNamespaces: Record<string, string> = {
  partner_categories: 'partnerCategories',
  closure_categories: 'closureCategories',
  queue_priorities: 'queues',
  video_categories: 'videos',
  schedules: 'calendar',
  shifts: 'calendar',
  recordings: 'interpretations',
  reservation_interpreters: 'reservations',
};

/** Where the words for a column are if its own kind of record has none. */
const commonNamespaces = ['interpretations', 'reservations', 'users', 'calendar'];

/** Columns whose words have another name than the column. */
const synonyms: Record<string, string> = {
  service_kind: 'service',
  queue_type: 'queue',
  request_type: 'type',
  communication_type: 'communication',
  time_from: 'from',
  time_to: 'to',
  travel_time: 'travel',
  last_day: 'until',
  waiting_seconds: 'waiting',
  duration_seconds: 'duration',
  end_unknown: 'outcomes.unknown',
  suspended_at: 'suspendedSince',
  suspension_expires: 'suspendedUntil',
  suspension_reason: 'reason',
  response: 'status',
  starts: 'from',
  ends: 'to',
  url: 'link',
  day: 'date',
};

/** Columns that tell readers nothing: made by the database, or said elsewhere in the entry. */
const technical = new Set([
  'id',
  'created',
  'parent_main',
  'main',
  'occupied',
  'period',
  'series_day',
  'schedule_id',
  'zone',
  'source',
  'sha256',
  'record_id',
  'collection',
  'reservation_id',
  'interpretation_id',
  'media_type',
  'media_kind',
  'width',
  'height',
  'purpose',
  'size',
  'uploaded_by',
  'answered',
  'answered_by',
  'responded',
  'session_mode',
  'expires',
]);

/** Where the words for the values of a column are. */
const values: Record<string, readonly string[]> = {
  role: ['users:roles'],
  approval_status: ['users:approval'],
  status: ['reservations:statuses'],
  location_type: ['interpretations:locations'],
  service_kind: ['interpretations:services'],
  channel: ['interpretations:channels'],
  communication_type: ['calendar:kinds'],
  request_type: ['calendar:channels'],
  queue_type: ['interpretations:queues'],
  kind: ['interpretations:kinds'],
  caption_type: ['interpretations:captionTypes'],
  outcome: ['interpretations:outcomes'],
  response: ['reservations:responses'],
  repeat: ['calendar:repeats'],
  state: ['calendar:states', 'interpretations:recordings'],
  languages: ['languages'],
};

/** A change of one field, in words. */
export type FieldChange = { name: string; label: string; before: string; after: string };

/** The words of the audit log: acts, kinds, fields and values, as the pages of the records say them. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('audit');
  const { dates, numbers } = useFormats();
  const isReady = useAuditNamespaces();
  return useMemo(() => {
    /** The first of some translations that exists. */
    const first = (keys: readonly string[]) => {
      const key = isReady
        ? keys.find((candidate) => i18n.exists(candidate) && typeof t(candidate as 'title') === 'string')
        : undefined;
      return key === undefined ? undefined : t(key as 'title');
    };
    const nameOf = (key: string, name: string) => (i18n.exists(key, { ns: 'audit' }) ? t(key as 'title') : name);

    const fieldLabel = (collection: string, column: string) => {
      const namespace = columnNamespaces[collection] ?? collection;
      const plain = column.replace(/_id$/, '');
      const camel = plain.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const names = [synonyms[column] ?? [], column, plain, camel].flat();
      const keys = [namespace, ...commonNamespaces].flatMap((inNamespace) =>
        names.map((name) => `${inNamespace}:${name}`),
      );
      return first(keys) ?? plain.replaceAll('_', ' ');
    };

    const formatValue = (column: string, value: unknown, names: AuditEntry['names']): string => {
      if (value === null || value === undefined || value === '') return '–';
      if (Array.isArray(value)) return value.map((entry) => formatValue(column, entry, names)).join(', ') || '–';
      if (typeof value === 'boolean') return first([`calendar:${value ? 'yes' : 'no'}`]) ?? String(value);
      if (typeof value === 'number')
        return column.endsWith('_seconds') ? numbers.count(Math.round(value)) : numbers.count(value);
      if (typeof value !== 'string') return JSON.stringify(value);
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return dates.day(value);
      if (/^\d{4}-\d\d-\d\dT/.test(value)) return dates.dateTime(value);
      if (/^\d\d:\d\d:\d\d$/.test(value)) return value.slice(0, 5);
      if (names[value] !== undefined) return names[value];
      const keys = (values[column] ?? []).map((group) =>
        group.includes(':') ? `${group}.${value}` : `${group}:${value}`,
      );
      return first(keys) ?? value;
    };

    /** What an entry changed; for a new or deleted record, what it holds. */
    const changesOf = ({ collection, before, after, names }: AuditEntry): FieldChange[] => {
      const columns = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
      return [...columns].flatMap((column) => {
        if (technical.has(column)) return [];
        const change = {
          name: column,
          label: fieldLabel(collection, column),
          before: formatValue(column, before?.[column], names),
          after: formatValue(column, after?.[column], names),
        };
        return change.before === change.after ? [] : [change];
      });
    };
    return {
      act: (name: string) => nameOf(`acts.${name}`, name),
      collection: (name: string) => nameOf(`collections.${name}`, name),
      /** The name of the record, or of its kind. */
      record: ({ collection, record, record_name }: AuditEntry) =>
        record_name ??
        (collection === 'queue_priorities' ? first([`queues:types.${record}`]) : undefined) ??
        nameOf(`collections.${collection}`, collection),
      changes: changesOf,
      /** A value of a column. */
      value: (column: string, value: unknown) => formatValue(column, value, {}),
      /** The changes in one line, for exported files. */
      inOneLine: (entry: AuditEntry) =>
        changesOf(entry)
          .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
          .join('; ') || '–',
    };
  }, [t, i18n, dates, numbers, isReady]);
}

/** Functions that put the audit log into words. */
export type AuditWords = ReturnType<typeof useAuditWords>;

/** Kinds whose texts are in the namespace of another kind. */
const namespaceOfKind: Partial<Record<string, string>> = { video_categories: 'videos' };

/** Loads the words of every kind of record of this deployment, which name fields and values. Returns whether they are there. */
function useAuditNamespaces(): boolean {
  const { flags } = useTenant();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const kinds = kindNames.filter((kind) => definitionOf(kind).audited && isPartOf(flags, kind));
    const namespaces = kinds.map((kind) => namespaceOfKind[kind] ?? folderOf(kind));
    void loadNamespaces(['audit', 'languages', ...namespaces] as (Namespace & string)[]).then(() => setReady(true));
  }, [flags]);
  return isReady;
}
