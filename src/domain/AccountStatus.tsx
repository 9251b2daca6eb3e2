import { useTranslation } from 'react-i18next';
import type { ApprovalStatus } from '../../contract/approval.ts';
import type { InvitationState, User } from '../../contract/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { Badge, Badges } from '#ui/Badge.tsx';
import type { Tone } from '#ui/tones.ts';

const tones: Record<ApprovalStatus, Tone> = { pending: 'warning', approved: 'success', rejected: 'danger' };

const invitationTones: Record<InvitationState, Tone | 'neutral'> = {
  not_sent: 'neutral',
  sent: 'info',
  expired: 'warning',
};

/** The status of an account: its approval, the invitation of people who cannot sign in yet, and a suspension. */
export function AccountStatus({ user }: { user: Pick<User, 'approval_status' | 'suspension' | 'invitation'> }) {
  const { t } = useTranslation('users');
  const { approval_status, suspension, invitation } = user;
  const { dates } = useFormats();
  return (
    <Badges>
      <Badge tone={tones[approval_status]}>{t(`approval.${approval_status}`)}</Badge>
      {invitation && (
        <Badge tone={invitationTones[invitation.state]}>
          {t(`invitation.${invitation.state}`, { day: invitation.sent && dates.day(invitation.sent) })}
        </Badge>
      )}
      {suspension && <Badge tone="danger">{t('suspended')}</Badge>}
    </Badges>
  );
}
