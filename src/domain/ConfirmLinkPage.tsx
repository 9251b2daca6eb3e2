import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { signOut } from '#session/session.ts';
import { ButtonLink } from '#ui/ButtonLink.tsx';
import { MailedLinkStep } from './MailedLinkStep.tsx';

type ConfirmLinkPageProps = {
  /** The namespace with the texts. */
  namespace: 'emailLinks' | 'nationalId' | 'singleSignOn';
  send: (token: string) => Promise<void>;
  /** The error code of an expired link. */
  expiredCode: ErrorCode;
  /** Whether the server ends all sessions of the person, including the one of this browser. */
  endsSessions?: boolean;
  /** The link to follow after success, and from an expired link. */
  onward: { href: string; label: string };
};

/** The page of a mailed link that confirms something. */
export function ConfirmLinkPage({ namespace, send, expiredCode, endsSessions = false, onward }: ConfirmLinkPageProps) {
  const { t } = useTranslation(namespace);
  const acts = (
    <ButtonLink to={onward.href} variant="primary" size="large" isWide>
      {onward.label}
    </ButtonLink>
  );
  return (
    <MailedLinkStep
      title={t('confirmTitle')}
      lead={t('confirmLead')}
      act={t('confirm')}
      send={async (token) => {
        await send(token);
        if (endsSessions) await signOut();
      }}
      expiredCode={expiredCode}
      expired={{ title: t('expiredTitle'), acts }}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead'), acts }}
    />
  );
}
