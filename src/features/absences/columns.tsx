import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../contract/absences.ts';
import type { Column } from '#crud/List.tsx';
import { State } from './State.tsx';
import { usePeriod } from './usePeriod.ts';

function When({ absence }: { absence: Absence }) {
  return usePeriod().text(absence);
}

function Kind({ kind }: { kind: Absence['kind'] }) {
  const { t } = useTranslation('absences');
  return t(`kinds.${kind}`);
}

const own = [
  { key: 'when', label: 'absences:when', sortBy: 'from', cell: (absence) => <When absence={absence} /> },
  { key: 'kind', label: 'absences:kind', cell: ({ kind }) => <Kind kind={kind} /> },
  { key: 'state', label: 'absences:state', sortBy: 'state', cell: (absence) => <State absence={absence} /> },
  { key: 'note', label: 'absences:note', isExtra: true, cell: ({ note }) => note ?? '–' },
] satisfies Column<Absence>[];

/** The columns of one person's absences, and those of everybody's. */
export const columns: Record<'own' | 'all', readonly Column<Absence>[]> = {
  own,
  all: [{ key: 'person', label: 'absences:person', sortBy: 'person', cell: ({ person_name }) => person_name }, ...own],
};
