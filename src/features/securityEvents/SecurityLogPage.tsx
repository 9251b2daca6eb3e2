import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { securityEventNames } from '../../../contract/securityEventNames.ts';
import type { SecurityEvent } from '../../../contract/securityEvents.ts';
import { securityEvents } from '#api/securityEvents.ts';
import type { Column } from '#crud/List.tsx';
import { ListPage } from '#crud/ListPage.tsx';
import type { Listed } from '#crud/resource.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { useDaysFilter } from '#domain/useDaysFilter.tsx';
import { useRecordFilters } from '#domain/useRecordFilters.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import type { Filter } from '#ui/list/filters.ts';

/** A person: linked while they exist, with the address of that time otherwise. */
function Person({ id, name, email }: { id: string | null; name: string | null; email: string | null }) {
  if (!id || name === null) return email ?? '–';
  return <Link to={paths.users.record.href({ id })}>{name}</Link>;
}

/** An address leads to all its events. */
function Address({ address }: Pick<SecurityEvent, 'address'>) {
  if (address === null) return '–';
  return (
    <Link to={`${paths.security_events.list.href()}?${new URLSearchParams({ search: address })}`}>
      <bdi>{address}</bdi>
    </Link>
  );
}

/** The columns of the security log. */
function columnsOf(words: EventWords): Column<SecurityEvent>[] {
  return [
    { key: 'at', label: 'securityEvents:at', sortBy: 'at', cell: ({ at }) => <DateTime at={at} /> },
    { key: 'event', label: 'securityEvents:event', cell: words.event },
    { key: 'reason', label: 'securityEvents:reason', cell: words.reason },
    {
      key: 'person',
      label: 'securityEvents:person',
      cell: ({ person, person_name, person_email }) => <Person id={person} name={person_name} email={person_email} />,
      title: ({ person_name, person_email }) => person_name ?? person_email ?? '–',
    },
    {
      key: 'subject',
      label: 'securityEvents:subject',
      cell: ({ subject, subject_name }) => <Person id={subject} name={subject_name} email={subject} />,
      title: ({ subject_name, subject }) => subject_name ?? subject ?? '–',
    },
    { key: 'object', label: 'securityEvents:object', cell: words.object },
    { key: 'address', label: 'securityEvents:address', cell: (event) => <Address {...event} /> },
    {
      key: 'device',
      label: 'securityEvents:device',
      cell: ({ device, user_agent }) => device ?? user_agent ?? '–',
      title: ({ user_agent }) => user_agent ?? undefined,
    },
  ];
}

const log: Listed<SecurityEvent> = {
  collection: securityEvents,
  title: 'securityEvents:title',
  empty: 'securityEvents:empty',
  emptyText: 'securityEvents:emptyText',
  nameOf: ({ at }) => at,
};

/** The security log: `/dashboard/security`. */
export function SecurityLogPage() {
  const { t } = useTranslation('securityEvents');
  const words = useEventWords();
  const days = useDaysFilter();
  const records = useRecordFilters([{ name: 'person', kind: 'person', label: t('person') }]);
  const columns = useMemo(() => columnsOf(words), [words]);
  const filters = useMemo(
    (): Filter[] => [
      days,
      ...records,
      {
        kind: 'choices',
        name: 'event',
        label: t('event'),
        isMany: true,
        choices: securityEventNames.map((value) => ({ value, label: t(`events.${value}`) })),
      },
    ],
    [t, days, records],
  );
  return <ListPage resource={log} columns={columns} defaultOrdering="-at" filters={filters} description={t('intro')} />;
}

/** The words of the security log. An unknown name, from a newer server, is shown as it is. */
function useEventWords() {
  const { t, i18n } = useTranslation(['securityEvents', 'audit', 'reports']);
  const { numbers } = useFormats();
  return useMemo(() => {
    const first = (keys: readonly string[], name: string) => {
      const key = keys.find((candidate) => i18n.exists(candidate));
      return key === undefined ? name : t(key as 'title');
    };
    const keysOf = (name: string) => [`securityEvents:objects.${name}`, `audit:collections.${name}`];
    /** The last part of a path that has a word: `partners/…/venues/` is about venues, `users/…/suspend/` about users. */
    const objectName = (path: string) => {
      const parts = path.split('/').filter((part) => /^[a-z_]+$/.test(part));
      const known = parts.findLast((part) => keysOf(part).some((key) => i18n.exists(key)));
      const name = known ?? parts.at(-1) ?? path;
      return first(keysOf(name), name);
    };
    return {
      event: ({ event }: SecurityEvent) => first([`securityEvents:events.${event}`], event),
      reason: ({ reason }: SecurityEvent) =>
        reason === null ? '–' : first([`securityEvents:reasons.${reason}`], reason),
      /** What was exported, with the number of its records and the columns of a report, or the kind of record whose file was opened. */
      object: ({ object, rows, columns }: SecurityEvent) => {
        if (object === null) return '–';
        const name = objectName(object);
        if (rows === null) return name;
        const counted = t('rowsOf', { name, number: numbers.count(rows) });
        const labels = columns.map((column) => first([`reports:columns.${column}`], column));
        return labels.length > 0 ? `${counted}: ${labels.join(', ')}` : counted;
      },
    };
  }, [t, i18n, numbers]);
}

/** Functions that put the security log into words. */
type EventWords = ReturnType<typeof useEventWords>;
