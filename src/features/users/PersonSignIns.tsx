import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignIns } from '../../../contract/users.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { DeviceName } from '#domain/DeviceName.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Table } from '#ui/Table.ts';
import { WideTable } from '#ui/WideTable.ts';
import { toast } from '#ui/toast.ts';

/** The tab with a person's sign-in details: `/dashboard/users/{id}/sign-ins`. */
export function PersonSignIns() {
  return <PersonPage>{({ id, can }) => <Details id={id} mayEnd={can.end_sessions} />}</PersonPage>;
}

function Details({ id, mayEnd }: { id: string; mayEnd: boolean }) {
  const { t } = useTranslation('users');
  const read = useQuery(users.signIns(id));
  return (
    <Loaded read={read} failed={t('signIns.failed')} placeholder={<Skeleton height="160px" />}>
      {({ sessions, devices }) => (
        <>
          <Sessions user={id} sessions={sessions} mayEnd={mayEnd} />
          <Devices devices={devices} />
        </>
      )}
    </Loaded>
  );
}

/** The session to end; null: all. */
type Ending = { id: string | null };

/** The sessions of a person, with buttons that end them for those who may. */
function Sessions({ user, sessions, mayEnd }: { user: string; sessions: SignIns['sessions']; mayEnd: boolean }) {
  const { t } = useTranslation('users');
  const invalidate = useInvalidate();
  const [ending, setEnding] = useState<Ending | null>(null);
  const isOne = ending?.id !== null;
  // A backend that names no sessions cannot end one.
  const canEnd = mayEnd && sessions.some(({ id }) => id !== undefined);
  const end = async () => {
    if (!ending) return;
    await users.endSession(user, ending.id);
    await invalidate(users.signIns(user)[0]);
    setEnding(null);
    toast({ title: t('signIns.ended'), tone: 'success' });
  };
  return (
    <Panel
      title={t('signIns.sessions')}
      action={
        canEnd && (
          <Button variant="destructive" icon={<LogOut aria-hidden />} onPress={() => setEnding({ id: null })}>
            {t('signIns.endAll')}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <Muted as="p">{t('signIns.noSessions')}</Muted>
      ) : (
        <SessionTable sessions={sessions} onEnd={canEnd ? (id) => setEnding({ id }) : null} />
      )}
      <ConfirmDialog
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={t(isOne ? 'signIns.endTitle' : 'signIns.endAllTitle')}
        confirm={t(isOne ? 'signIns.end' : 'signIns.endAll')}
        act={end}
      >
        <p>{t('signIns.endText')}</p>
      </ConfirmDialog>
    </Panel>
  );
}

type SessionTableProps = {
  sessions: SignIns['sessions'];
  /** Ends a session; null: nobody may. */
  onEnd: ((id: string) => void) | null;
};

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const { t } = useTranslation('users');
  return (
    <WideTable aria-label={t('signIns.sessions')}>
      <thead>
        <tr>
          <th scope="col">{t('signIns.device')}</th>
          <th scope="col">{t('signIns.started')}</th>
          <th scope="col">{t('signIns.used')}</th>
          <th scope="col">{t('signIns.ends')}</th>
          {onEnd && <th scope="col">{t('signIns.act')}</th>}
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, started, used, expires, ...device }, index) => (
          <tr key={id ?? index}>
            <th scope="row">
              <DeviceName device={device} />
            </th>
            <td data-label={t('signIns.started')}>
              <DateTime at={started} />
            </td>
            <td data-label={t('signIns.used')}>{used && <DateTime at={used} />}</td>
            <td data-label={t('signIns.ends')}>
              <DateTime at={expires} />
            </td>
            {onEnd && (
              <td>
                {id && (
                  <Button variant="destructive" icon={<LogOut aria-hidden />} size="small" onPress={() => onEnd(id)}>
                    {t('signIns.end')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function Devices({ devices }: Pick<SignIns, 'devices'>) {
  const { t } = useTranslation('users');
  return (
    <Panel title={t('signIns.devices')}>
      {devices.length === 0 ? (
        <Muted as="p">{t('signIns.noDevices')}</Muted>
      ) : (
        <Table aria-label={t('signIns.devices')}>
          <thead>
            <tr>
              <th scope="col">{t('signIns.first')}</th>
              <th scope="col">{t('signIns.last')}</th>
            </tr>
          </thead>
          <tbody>
            {devices.map(({ first, last }, index) => (
              <tr key={`${first} ${last} ${index}`}>
                <td>
                  <DateTime at={first} />
                </td>
                <td>
                  <DateTime at={last} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
