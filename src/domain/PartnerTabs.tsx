import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { Partner } from '../../contract/partners.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';

/** The pages of a partner that this deployment has and this person may see. */
export function PartnerTabs({ partner: { id, venues, videos, users } }: { partner: Partner }) {
  const { t } = useTranslation('partners');
  const { numbers } = useFormats();
  const hasVideos = useFlag('videos');
  const seesUsers = useAtomValue(userAtom)?.verdicts.users ?? false;
  const tabs = [
    { label: t('profile'), href: paths.partners.record.href({ id }) },
    { label: t('venues'), href: paths.venues.list.href({ partner: id }), count: numbers.count(venues) },
    ...(hasVideos
      ? [{ label: t('videos'), href: paths.videos.list.href({ partner: id }), count: numbers.count(videos) }]
      : []),
    ...(seesUsers
      ? [{ label: t('users'), href: paths.partnerUsers.href({ partner: id }), count: numbers.count(users) }]
      : []),
  ];
  return <TabLinks label={t('tabs')} tabs={tabs} />;
}
