import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { User } from '../../../contract/users.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { Link } from '#ui/Link.tsx';
import { space } from '#ui/theme.ts';
import { useApprovalQueue } from './useApprovalQueue.ts';

/** Leads through the people who wait for approval, one by one: the place of this one, the previous, and the next. */
export function QueueBar({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { numbers } = useFormats();
  const queue = useApprovalQueue(user);
  if (!queue) return null;
  const { place, count, previous, next } = queue;
  return (
    <Root aria-label={t('waitingTitle')}>
      <Link to={paths.userApprovals.href()}>{t('waitingTitle')}</Link>
      <span>{place > 0 && t('queuePlace', { place: numbers.count(place), count: numbers.count(count) })}</span>
      {previous && <ButtonLink to={previous}>{t('queuePrevious')}</ButtonLink>}
      {next && <ButtonLink to={next}>{t('queueNext')}</ButtonLink>}
    </Root>
  );
}

const Root = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  font-variant-numeric: tabular-nums;

  & > span {
    margin-inline-end: auto;
  }
`;
