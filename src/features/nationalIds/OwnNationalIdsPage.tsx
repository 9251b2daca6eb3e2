import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { NationalIdList } from './NationalIdList.tsx';

/** The national IDs of the signed-in person: `/dashboard/national-ids`. */
export function OwnNationalIdsPage() {
  const { t } = useTranslation('nationalIds');
  useDocumentTitle(t('title'));
  return (
    <Stack $gap={6}>
      <PageHead title={t('title')} description={t('lead')} />
      <NationalIdList user={null} mayUnlink />
    </Stack>
  );
}
