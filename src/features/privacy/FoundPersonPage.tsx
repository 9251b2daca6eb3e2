import { useTranslation } from 'react-i18next';
import { privacy } from '#api/privacy.ts';
import { RecordPage } from '#crud/RecordPage.tsx';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { PersonData } from './PersonData.tsx';

/** The data about a person who may have no account any more: `/dashboard/privacy/{id}`. */
export function FoundPersonPage() {
  const { t } = useTranslation('privacy');
  const { id = '' } = useParams();
  return (
    <RecordPage
      read={privacy.person(id)}
      list={{ label: t('title'), href: paths.privacy.list.href() }}
      title={({ name }) => name}
      description={({ email }) => email}
    >
      {() => <PersonData id={id} />}
    </RecordPage>
  );
}
