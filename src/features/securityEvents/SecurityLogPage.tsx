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
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { type EventWords, useEventWords } from './useEventWords.ts';

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
