import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '#i18n/i18n.ts';
import { loadChunk } from '#lib/loadChunk.ts';
import { mayRead } from '#session/permission.ts';
import { userAtom } from '#session/session.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useOnPaper } from '#ui/useOnPaper.ts';

/** Loaded when somebody opens the history of a record. */
const RecordHistory = lazy(async () => {
  const [{ RecordHistory: Loaded }] = await Promise.all([
    loadChunk(() => import('./history/RecordHistory.tsx')),
    loadChunk(() => loadNamespaces(['audit'])),
  ]);
  return { default: Loaded };
});

/** The history of a record, for people who may read the audit log. Reads nothing until it is opened. */
export function History({ id }: { id: string }) {
  const { t } = useTranslation('crud');
  const user = useAtomValue(userAtom);
  const [isOpen, setOpen] = useState(false);
  const isOnPaper = useOnPaper();
  // A closed history is a title alone.
  if (isOnPaper && !isOpen) return null;
  if (!user || !mayRead('audit')(user.verdicts)) return null;
  return (
    <Panel
      title={t('history')}
      action={
        <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hideHistory' : 'showHistory')}
        </Button>
      }
    >
      {isOpen && (
        <Suspense fallback={<Skeleton height="120px" />}>
          <RecordHistory id={id} />
        </Suspense>
      )}
    </Panel>
  );
}
