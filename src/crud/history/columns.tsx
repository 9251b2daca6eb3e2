import type { AuditedKind, AuditEntry } from '../../../contract/audit.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { type Path, paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { ActDetails } from './ActDetails.tsx';
import type { AuditWords } from './auditWords.ts';
import type { Column } from '../List.tsx';

/** The page of a record; that of an interpretation depends on the channel. */
function pageOf(kind: AuditedKind): Path {
  if (kind === 'online') return paths.onlineInterpretation;
  return kind === 'live' ? paths.offlineInterpretation : paths[kind].record;
}

function hrefOf({ kind, id, partner }: NonNullable<AuditEntry['page']>): string {
  return pageOf(kind)
    .pattern.replace(':partner', partner ?? '')
    .replace(':id', id);
}

function At({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.dateTime(at)}</time>;
}

/** Who wrote an entry: linked while they exist, with the address of that time otherwise. */
function Person({ person, person_name, person_email }: AuditEntry) {
  if (!person || person_name === null) return person_email ?? '–';
  return <Link to={paths.users.record.href({ id: person })}>{person_name}</Link>;
}

/** The record of an entry by its name, linked while it exists. */
function RecordName({ entry, words }: { entry: AuditEntry; words: AuditWords }) {
  const name = words.record(entry);
  return entry.page ? <Link to={hrefOf(entry.page)}>{name}</Link> : <span>{name}</span>;
}

const nameOfPerson = ({ person_name, person_email }: AuditEntry) => person_name ?? person_email ?? '–';

/** The columns of the audit log; the history of one record leaves the record out. */
export function columnsOf(words: AuditWords): Column<AuditEntry>[] {
  return [
    { key: 'at', label: 'audit:at', sortBy: 'at', cell: ({ at }) => <At at={at} /> },
    { key: 'person', label: 'audit:person', cell: (entry) => <Person {...entry} />, title: nameOfPerson },
    { key: 'act', label: 'audit:act', cell: ({ act }) => words.act(act) },
    { key: 'collection', label: 'audit:collection', cell: ({ collection }) => words.collection(collection) },
    {
      key: 'record',
      label: 'audit:record',
      cell: (entry) => <RecordName entry={entry} words={words} />,
      title: words.record,
    },
    { key: 'changes', label: 'audit:changes', cell: (entry) => <ActDetails entry={entry} />, text: words.inOneLine },
  ];
}
