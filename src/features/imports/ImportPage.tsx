import { useTranslation } from 'react-i18next';
import { importUndoHours } from '../../../contract/importKinds.ts';
import type { ImportDetail } from '../../../contract/imports.ts';
import { imports } from '#api/imports.ts';
import { ApiError } from '#api/problem.ts';
import { LiveReads, useInvalidate } from '#api/query.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useMinute } from '#domain/useMinute.ts';
import { useErrorMessage } from '#i18n/useErrorMessage.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { Banner } from '#ui/Banner.tsx';
import { Link } from '#ui/Link.tsx';
import { Meter } from '#ui/Meter.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Stack } from '#ui/Stack.ts';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import { ImportActs } from './ImportActs.tsx';
import { RowsPanel } from './RowsPanel.tsx';

/** How often the page asks for the progress, in milliseconds. */
const refreshInterval = 1_000;

/** One import, from the choice of columns to its undo: `/dashboard/imports/{id}`. */
export function ImportPage() {
  const { t } = useTranslation('imports');
  const { id = '' } = useParams();
  return (
    <LiveReads path={imports.path} every={refreshInterval}>
      <RecordPage
        read={imports.read(id)}
        list={{ label: t('title'), href: paths.imports.list.href() }}
        title={({ kind, file_name }) => `${t(`kinds.${kind}`)} · ${file_name}`}
        description={({ state }) => t(`states.${state}`)}
      >
        {(item) => <Steps key={`${item.id} ${item.state}`} detail={item} />}
      </RecordPage>
    </LiveReads>
  );
}

function Steps({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation('imports');
  const errorMessage = useErrorMessage();
  const invalidate = useInvalidate();
  const { state, error, progress, rows, counts, written, undo_until, undone, left } = detail;
  const isRunning = state === 'checking' || state === 'writing' || state === 'undoing';
  const minute = useMinute();
  const isOver = state === 'written' || state === 'undone';
  const isOld = written !== null && Date.parse(written) + importUndoHours * 60 * 60_000 <= Date.parse(minute);
  const areRowsGone = state === 'written' ? undo_until === null : state === 'undone' && isOld;
  return (
    <Stack $gap={6}>
      {error !== null && (
        <Banner tone="danger">{t('unfinished', { reason: errorMessage(new ApiError(error)) })}</Banner>
      )}
      {isRunning && (
        <Panel title={t(`states.${state}`)}>
          <Meter
            label={t(`states.${state}`)}
            value={state === 'checking' ? progress : 0}
            max={state === 'checking' ? rows : 0}
            words={state === 'checking' ? t('progress', { done: progress, rows }) : ''}
          />
          <p>{t('writingText')}</p>
        </Panel>
      )}
      {isOver && (
        <Panel title={t(`states.${state}`)}>
          <p>{t('counts', counts)}</p>
          {written !== null && undone === null && <DateTime at={written} />}
          {undone !== null && <DateTime at={undone} />}
          {left > 0 && <p>{t('left', { left })}</p>}
          {areRowsGone && <p>{t('gone')}</p>}
          <Link to={`${paths.audit.list.href()}?record=${detail.id}`}>{t('audit')}</Link>
        </Panel>
      )}
      {state === 'uploaded' && <ColumnsPanel detail={detail} onChanged={() => invalidate(imports.path)} />}
      {state === 'checked' && <RowsPanel detail={detail} />}
      {!isRunning && <ImportActs detail={detail} onChanged={() => invalidate(imports.path)} />}
      {isOver && !areRowsGone && <RowsPanel detail={detail} />}
      {state === 'checked' && <ColumnsPanel detail={detail} onChanged={() => invalidate(imports.path)} />}
    </Stack>
  );
}
