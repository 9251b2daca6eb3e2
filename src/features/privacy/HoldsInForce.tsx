import { useTranslation } from 'react-i18next';
import { privacy } from '#api/privacy.ts';
import { useQuery } from '#api/query.ts';
import { paths } from '#paths.ts';
import { FailedState } from '#ui/FailedState.tsx';
import { Link } from '#ui/Link.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { HoldsTable } from './HoldsTable.tsx';

/** The legal holds in force, with their people. */
export function HoldsInForce() {
  const { t } = useTranslation('privacy');
  const { data, error, isValidating, retry } = useQuery(privacy.holds);
  const content = () => {
    if (!data && error !== undefined)
      return <FailedState title={t('failed')} error={error} isRetrying={isValidating} onRetry={() => void retry()} />;
    if (!data) return <Skeleton height="64px" />;
    if (data.results.length === 0) return <Muted as="p">{t('noHolds')}</Muted>;
    return (
      <HoldsTable
        holds={data.results}
        renderPerson={({ person, person_name }) => (
          <Link to={paths.userPrivacy.href({ id: person })}>{person_name}</Link>
        )}
      />
    );
  };
  return <Panel title={t('holdsInForce')}>{content()}</Panel>;
}
