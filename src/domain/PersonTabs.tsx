import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { isStaffRole } from '../../contract/roles.ts';
import type { User } from '../../contract/users.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { useOffersAbsences } from './useOffersAbsences.ts';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';

/**
 * The pages of a person that this deployment has, that the reader may see, and that the person's role has something on:
 * interpreters have shifts and feedback, customers reservations and requests.
 */
export function PersonTabs({ user: { id, role } }: { user: User }) {
  const { t } = useTranslation(['users', 'shell']);
  const { flags } = useTenant();
  const hasAbsences = useOffersAbsences();
  const me = useAtomValue(userAtom);
  const isInterpreter = role === 'interpreter';
  const takesPart = isInterpreter || !isStaffRole(role);
  const verdicts = me?.verdicts;
  const tabs = [
    { isOpen: true, label: t('tabs.profile'), path: paths.users.record },
    {
      isOpen: isInterpreter && verdicts?.collections.calendar !== 'none',
      label: t('tabs.shifts'),
      path: paths.userShifts,
    },
    {
      isOpen: isInterpreter && hasAbsences,
      label: t('shell:absences'),
      path: paths.userAbsences,
    },
    {
      isOpen: takesPart && flags.reservations && verdicts?.collections.reservations !== 'none',
      label: t('tabs.reservations'),
      path: paths.userReservations,
    },
    { isOpen: takesPart && verdicts?.interpretations, label: t('requests'), path: paths.userRequests },
    {
      isOpen: isInterpreter && flags.feedback && verdicts?.feedback,
      label: t('tabs.feedback'),
      path: paths.userFeedback,
    },
    { isOpen: isStaffRole(role), label: t('tabs.signIns'), path: paths.userSignIns },
    {
      isOpen: verdicts?.collections.privacy !== undefined && verdicts.collections.privacy !== 'none',
      label: t('tabs.privacy'),
      path: paths.userPrivacy,
    },
  ];
  return (
    <TabLinks
      label={t('tabs.title')}
      tabs={tabs.filter(({ isOpen }) => isOpen).map(({ label, path }) => ({ label, href: path.href({ id }) }))}
    />
  );
}
