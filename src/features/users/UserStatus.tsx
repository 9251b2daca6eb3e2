import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/users.ts';
import { AccountStatus } from '#domain/AccountStatus.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { Badge } from '#ui/Badge.tsx';
import { Facts } from '#ui/Facts.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';

/** The status of an account with its date and reason. */
export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { dates } = useFormats();
  const { suspension } = user;
  return (
    <Panel title={t('standing')}>
      <Facts>
        <dt>{t('approval_status')}</dt>
        <dd>
          <AccountStatus user={user} /> {user.social_registered && <Badge>{t('social')}</Badge>}
        </dd>
        {suspension && (
          <>
            <dt>{t('suspendedSince')}</dt>
            <dd>
              <DateTime at={suspension.since} />
            </dd>
            <dt>{t('suspendedUntil')}</dt>
            <dd>
              {suspension.expires ? (
                <time dateTime={suspension.expires}>{dates.lastDay(suspension.expires)}</time>
              ) : (
                t('untilLifted')
              )}
            </dd>
            <dt>{t('reason')}</dt>
            <dd>{suspension.reason ?? '–'}</dd>
          </>
        )}
        {user.rejection_reason && (
          <>
            <dt>{t('reason')}</dt>
            <dd>{user.rejection_reason}</dd>
          </>
        )}
        {user.partner && (
          <>
            <dt>{t('partner')}</dt>
            <dd>
              <Link to={paths.partnerUsers.href({ partner: user.partner })}>{user.partner_name}</Link>
            </dd>
          </>
        )}
        <dt>{t('created')}</dt>
        <dd>
          <DateTime at={user.created} />
        </dd>
      </Facts>
    </Panel>
  );
}
