import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbsenceKind } from '../../../contract/absenceNames.ts';
import { absences } from '#api/absences.ts';
import { List } from '#crud/List.tsx';
import { useIsOneself } from '#domain/useIsOneself.ts';
import { useSearchParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { PageHead } from '#ui/PageHead.tsx';
import { Row } from '#ui/Row.ts';
import { Stack } from '#ui/Stack.ts';
import { TabLinks } from '#ui/TabLinks.tsx';
import { add } from './add.ts';
import { columns } from './columns.tsx';
import { resource } from './resource.ts';

/** The views of the absences, with what they ask for. */
const views = {
  coming: { over: false },
  requested: { over: false, state: ['requested'] },
  past: { over: true },
} as const;

const viewIds = ['coming', 'requested', 'past'] as const;

/** The absences: those of everybody for planners, their own for interpreters. `/dashboard/absences`. */
export function AbsencesList() {
  const { t } = useTranslation(['absences', 'shell']);
  const plans = !useIsOneself();
  const [address] = useSearchParams();
  const view = viewIds.find((id) => id === address.get('view')) ?? 'coming';
  useDocumentTitle(t('title'));
  const listed = useMemo(
    () => ({
      ...resource,
      collection: { ...resource.collection, list: (more = {}) => absences.list({ ...more, ...views[view] }) },
    }),
    [view],
  );
  const list = paths.absences.list.href();
  const ask = (kind: AbsenceKind) => `${add.href}?kind=${kind}`;
  return (
    <Stack>
      <PageHead
        title={t('title')}
        action={
          plans ? (
            <ButtonLink to={add.href} variant="primary">
              {t('shell:addAbsence')}
            </ButtonLink>
          ) : (
            <Row>
              <ButtonLink to={ask('leave')}>{t('askForLeave')}</ButtonLink>
              <ButtonLink to={ask('illness')} variant="primary">
                {t('reportIllness')}
              </ButtonLink>
            </Row>
          )
        }
      />
      <TabLinks
        label={t('views.title')}
        tabs={viewIds.map((id) => ({
          label: t(`views.${id}`),
          href: id === 'coming' ? list : `${list}?view=${id}`,
          isCurrent: id === view,
        }))}
      />
      <List
        key={view}
        resource={listed}
        columns={columns[plans ? 'all' : 'own']}
        defaultOrdering={view === 'past' ? '-from' : 'from'}
        hasSearch={plans}
      />
    </Stack>
  );
}
