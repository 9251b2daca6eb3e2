import { useTranslation } from 'react-i18next';
import { useQuery } from '#api/query.ts';
import { users } from '#api/users.ts';
import { DateTime } from '#domain/DateTime.tsx';
import { PersonPage } from '#domain/PersonPage.tsx';
import { FailedState } from '#ui/FailedState.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Table } from '#ui/Table.ts';

/** The tab with a person's sign-in details: `/dashboard/users/{id}/sign-ins`. */
export function PersonSignIns() {
  return <PersonPage>{({ id }) => <SignIns id={id} />}</PersonPage>;
}

function SignIns({ id }: { id: string }) {
  const { t } = useTranslation('users');
  const { data, error, isValidating, retry } = useQuery(users.signIns(id));
  if (!data && error !== undefined)
    return (
      <FailedState title={t('signIns.failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />
    );
  if (!data) return <Skeleton height="160px" />;
  return (
    <>
      <Times
        title={t('signIns.sessions')}
        nothing={t('signIns.noSessions')}
        heads={[t('signIns.started'), t('signIns.ends')]}
        rows={data.sessions.map(({ started, expires }) => [started, expires] as const)}
      />
      <Times
        title={t('signIns.devices')}
        nothing={t('signIns.noDevices')}
        heads={[t('signIns.first'), t('signIns.last')]}
        rows={data.devices.map(({ first, last }) => [first, last] as const)}
      />
    </>
  );
}

type TimesProps = {
  title: string;
  nothing: string;
  heads: readonly [string, string];
  rows: readonly (readonly [string, string])[];
};

function Times({ title, nothing, heads, rows }: TimesProps) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <Muted as="p">{nothing}</Muted>
      ) : (
        <Table aria-label={title}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([from, to], index) => (
              <tr key={`${from} ${to} ${index}`}>
                <td>
                  <DateTime at={from} />
                </td>
                <td>
                  <DateTime at={to} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
