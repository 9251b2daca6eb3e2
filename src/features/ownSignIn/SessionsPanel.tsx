import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate, useQuery } from '#api/query.ts';
import { endOtherSessions, endSession, ownSessions } from '#api/sessions.ts';
import { DeviceName } from '#domain/DeviceName.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { LoadedRows } from '#ui/Loaded.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ListRow, RowDetail } from '#ui/Rows.ts';
import { toast } from '#ui/toast.ts';

/** The session to end; null: all others. */
type Ending = { id: string | null };

/** The signed-in person's sessions; each but this one can be ended. */
export function SessionsPanel() {
  const { t } = useTranslation('ownSignIn');
  const { dates } = useFormats();
  const invalidate = useInvalidate();
  const read = useQuery(ownSessions);
  const [ending, setEnding] = useState<Ending | null>(null);
  const isOne = ending?.id !== null;

  const end = async () => {
    if (!ending) return;
    await (ending.id === null ? endOtherSessions() : endSession(ending.id));
    await invalidate(ownSessions[0]);
    setEnding(null);
    toast({ title: t(isOne ? 'sessions.ended' : 'sessions.othersEnded'), tone: 'success' });
  };
  const detailOf = (started: string | null, used: string | null) =>
    [
      used && t('sessions.used', { when: dates.dateTime(used) }),
      started && t('sessions.started', { when: dates.dateTime(started) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Panel
      title={t('sessions.title')}
      action={
        read.data?.results.some(({ is_current }) => !is_current) && (
          <Button variant="destructive" icon={<LogOut aria-hidden />} onPress={() => setEnding({ id: null })}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <LoadedRows read={read} failed={t('sessions.failed')}>
        {({ id, started, used, is_current, ...device }) => (
          <ListRow key={id}>
            <div>
              <div>
                <DeviceName device={device} /> {is_current && <Badge tone="success">{t('sessions.current')}</Badge>}
              </div>
              <RowDetail>{detailOf(started, used)}</RowDetail>
            </div>
            {!is_current && (
              <Button variant="destructive" icon={<LogOut aria-hidden />} onPress={() => setEnding({ id })}>
                {t('sessions.end')}
              </Button>
            )}
          </ListRow>
        )}
      </LoadedRows>
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t(isOne ? 'sessions.endTitle' : 'sessions.endOthersTitle')}
        confirm={t(isOne ? 'sessions.end' : 'sessions.endOthers')}
        act={end}
      >
        <p>{t(isOne ? 'sessions.endText' : 'sessions.endOthersText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}
