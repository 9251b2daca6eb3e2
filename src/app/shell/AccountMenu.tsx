import { useAtomValue, useSetAtom } from 'jotai';
import {
  Bell,
  Building2,
  CalendarSync,
  CircleHelp,
  IdCard,
  KeyRound,
  LogOut,
  Mail,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { offersForAccount } from '../../../contract/offered.ts';
import { useNavigate } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { signOut, signOutEverywhere, userAtom } from '#session/session.ts';
import { useFlag } from '#tenant/TenantProvider.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { colour, colourTransition, font, media, radius, space } from '#ui/theme.ts';
import { overlayAtom } from './overlay.ts';

/** The signed-in person: their account pages, settings, and signing out. */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const user = useAtomValue(userAtom);
  const hasNationalId = useFlag('nationalId');
  const hasSingleSignOn = useFlag('singleSignOn');
  const open = useSetAtom(overlayAtom);
  if (!user) return null;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return (
    <Menu
      label={t('account')}
      trigger={
        <Trigger aria-label={`${t('account')}: ${name}`}>
          <Avatar aria-hidden data-initials={initials(user.first_name, user.last_name) || user.email.slice(0, 1)} />
        </Trigger>
      }
      head={
        <Person>
          <Name>{name}</Name>
          <div>{user.email}</div>
          <div>{t(`role.${user.role}`)}</div>
        </Person>
      }
    >
      <MenuItem icon={<SlidersHorizontal aria-hidden />} onAction={() => open('settings')}>
        {t('settings')}
      </MenuItem>
      <MenuItem icon={<CircleHelp aria-hidden />} onAction={() => open('help')}>
        {t('shortcuts')}
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onAction={() => void navigate(paths.ownPassword.href())}>
        {t('changePassword')}
      </MenuItem>
      <MenuItem icon={<Mail aria-hidden />} onAction={() => void navigate(paths.ownEmail.href())}>
        {t('changeEmail')}
      </MenuItem>
      {offersForAccount(user.offers) && (
        <MenuItem icon={<ShieldCheck aria-hidden />} onAction={() => void navigate(paths.ownSignIn.href())}>
          {t('signIn')}
        </MenuItem>
      )}
      {user.offers.includes('notifications') && (
        <MenuItem icon={<Bell aria-hidden />} onAction={() => void navigate(paths.notificationSettings.href())}>
          {t('notifications')}
        </MenuItem>
      )}
      {user.verdicts.collections.calendar_feeds !== 'none' && (
        <MenuItem icon={<CalendarSync aria-hidden />} onAction={() => void navigate(paths.calendar_feeds.list.href())}>
          {t('calendarFeeds')}
        </MenuItem>
      )}
      {hasNationalId && (
        <MenuItem icon={<IdCard aria-hidden />} onAction={() => void navigate(paths.ownNationalIds.href())}>
          {t('nationalIds')}
        </MenuItem>
      )}
      {hasSingleSignOn && (
        <MenuItem icon={<Building2 aria-hidden />} onAction={() => void navigate(paths.ownWorkAccounts.href())}>
          {t('workAccounts')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onAction={() => void (hasSingleSignOn ? signOutEverywhere() : signOut())}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  );
}

function initials(...names: string[]): string {
  return names
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

const Trigger = styled(Button)`
  padding: 2px;
  border: 0;
  border-radius: ${radius.round};
  background: none;
  cursor: pointer;
  ${colourTransition}

  &:is([data-hovered], [aria-expanded='true']) {
    background: ${colour.pressed};
  }
`;

const Avatar = styled.span`
  display: grid;
  place-items: center;
  inline-size: 32px;
  block-size: 32px;
  border-radius: ${radius.round};
  background: ${colour.accentSoft};
  color: ${colour.onAccentSoft};
  /* Two letters fit, however large the reader's text is. */
  font-size: min(${font.size.small}, 14px);
  font-weight: ${font.weight.semibold};

  /* In a pseudo-element, so that it is not read out: the button's label has the full name. */
  &::before {
    content: attr(data-initials);
  }

  ${media.forcedColours} {
    border: 1px solid;
  }
`;

const Person = styled.div`
  padding: ${space(3)} ${space(3.5)} ${space(2)};
  border-block-end: 1px solid ${colour.border};
  color: ${colour.textMuted};
  font-size: ${font.size.compact};
  overflow-wrap: anywhere;
`;

const Name = styled.div`
  color: ${colour.text};
  font-size: ${font.size.body};
  font-weight: ${font.weight.semibold};
`;
