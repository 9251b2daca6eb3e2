import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { notifications } from '#api/notifications.ts';
import { LiveReads, useQuery } from '#api/query.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { userAtom } from '#session/session.ts';
import { CornerMark } from '#ui/CountMark.ts';
import { Hidden } from '#ui/Hidden.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { alertsEvery } from './useAlerts.ts';

/** More unread notifications than this are not counted. */
const most = 99;

/** Opens the notifications, and shows how many are unread. */
export function Bell() {
  return (
    <LiveReads path={notifications.path} every={alertsEvery}>
      <Counting />
    </LiveReads>
  );
}

function Counting() {
  const { t } = useTranslation('shell');
  const { numbers } = useFormats();
  const navigate = useNavigate();
  const isOffered = useAtomValue(userAtom)?.offers.includes('notifications') ?? false;
  const { data } = useQuery(isOffered ? notifications.list({ page: 1, page_size: 1 }) : null);
  const [known, setKnown] = useState<{ unread: number; hasGrown: boolean } | null>(null);
  if (!isOffered) return null;
  const unread = data?.unread ?? 0;
  if (data && unread !== known?.unread) setKnown({ unread, hasGrown: known !== null && unread > known.unread });
  const number = unread > most ? `${numbers.count(most)}+` : numbers.count(unread);
  const label = unread > 0 ? t('notificationsUnread', { number }) : t('notifications');
  return (
    <>
      <Tooltip text={t('notifications')}>
        <IconButton label={label} onPress={() => void navigate(paths.notifications.href())}>
          <Place>
            <BellIcon aria-hidden />
            {unread > 0 && <CornerMark aria-hidden>{number}</CornerMark>}
          </Place>
        </IconButton>
      </Tooltip>
      <Hidden as="div" role="status">
        {known?.hasGrown && label}
      </Hidden>
    </>
  );
}

const Place = styled.span`
  position: relative;
  display: grid;

  & > svg {
    inline-size: 18px;
    block-size: 18px;
  }
`;
