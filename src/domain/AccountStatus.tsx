import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ApprovalStatus } from '../../contract/approval.ts';
import type { User } from '../../contract/users.ts';
import { Badge } from '#ui/Badge.tsx';
import { space } from '#ui/theme.ts';
import type { Tone } from '#ui/tones.ts';

const tones: Record<ApprovalStatus, Tone> = { pending: 'warning', approved: 'success', rejected: 'danger' };

/** The status of an account: its approval, and a suspension if there is one. */
export function AccountStatus({ user }: { user: Pick<User, 'approval_status' | 'suspension'> }) {
  const { t } = useTranslation('users');
  const { approval_status, suspension } = user;
  return (
    <Badges>
      <Badge tone={tones[approval_status]}>{t(`approval.${approval_status}`)}</Badge>
      {suspension && <Badge tone="danger">{t('suspended')}</Badge>}
    </Badges>
  );
}

const Badges = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  gap: ${space(1)};
`;
