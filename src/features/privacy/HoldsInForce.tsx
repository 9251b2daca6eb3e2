import { useTranslation } from 'react-i18next';
import { privacy } from '#api/privacy.ts';
import { useQuery } from '#api/query.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Loaded } from '#ui/Loaded.tsx';
import { Muted } from '#ui/Muted.ts';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { HoldsTable } from './HoldsTable.tsx';

/** The legal holds in force, with their people. */
export function HoldsInForce() {
  const { t } = useTranslation('privacy');
  const read = useQuery(privacy.holds);
  return (
    <Panel title={t('holdsInForce')}>
      <Loaded read={read} failed={t('failed')} placeholder={<Skeleton height="64px" />}>
        {({ results }) =>
          results.length === 0 ? (
            <Muted as="p">{t('noHolds')}</Muted>
          ) : (
            <HoldsTable
              holds={results}
              renderPerson={({ person, person_name }) => (
                <Link to={paths.userPrivacy.href({ id: person })}>{person_name}</Link>
              )}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
