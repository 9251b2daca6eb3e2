import { FileInput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImportState as State } from '../../../contract/importKinds.ts';
import { imports } from '#api/imports.ts';
import { LiveReads, useQuery } from '#api/query.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { Stack } from '#ui/Stack.ts';
import { UploadPanel } from './UploadPanel.tsx';

/** How often the page asks for the states of imports, in milliseconds. */
const refreshInterval = 5_000;

/** Imports of records from files: `/dashboard/imports`. */
export function ImportsPage() {
  const { t } = useTranslation('imports');
  useDocumentTitle(t('title'));
  return (
    <LiveReads path={imports.path} every={refreshInterval}>
      <Stack $gap={6}>
        <PageHead title={t('title')} description={t('lead')} />
        <UploadPanel />
        <HistoryPanel />
      </Stack>
    </LiveReads>
  );
}

function HistoryPanel() {
  const { t } = useTranslation('imports');
  const read = useQuery(imports.list);
  return (
    <Panel title={t('history')}>
      <LoadedRows
        read={read}
        failed={t('failed')}
        empty={
          <EmptyState icon={<FileInput />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {({ id, kind, file_name, state, counts, created, created_by }) => (
          <ListRow key={id}>
            <div>
              <Link to={paths.imports.record.href({ id })}>
                {t(`kinds.${kind}`)} · <bdi>{file_name}</bdi>
              </Link>
              <RowDetail>
                <DateTime at={created} /> {created_by !== null && t('by', { name: created_by })}
              </RowDetail>
              {state !== 'uploaded' && <RowDetail>{t('counts', counts)}</RowDetail>}
            </div>
            <ImportState state={state} />
          </ListRow>
        )}
      </LoadedRows>
    </Panel>
  );
}

const tones = {
  uploaded: 'neutral',
  checking: 'warning',
  checked: 'neutral',
  writing: 'warning',
  written: 'success',
  undoing: 'warning',
  undone: 'neutral',
} as const satisfies Record<State, string>;

/** The state of an import. */
function ImportState({ state }: { state: State }) {
  const { t } = useTranslation('imports');
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>;
}
