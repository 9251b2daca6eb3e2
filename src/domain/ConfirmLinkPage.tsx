import { useTranslation } from 'react-i18next';
import { signOut } from '#session/session.ts';
import { MailedLinkStep, type MailedLinkStepProps } from './MailedLinkStep.tsx';

type ConfirmLinkPageProps = Pick<MailedLinkStepProps, 'send' | 'expiredCode' | 'onward'> & {
  /** The namespace with the texts. */
  namespace: 'emailLinks' | 'nationalId' | 'singleSignOn';
  /** Whether the server ends all sessions of the person, including the one of this browser. */
  endsSessions?: boolean;
};

/** The page of a mailed link that confirms something. */
export function ConfirmLinkPage({ namespace, send, expiredCode, endsSessions = false, onward }: ConfirmLinkPageProps) {
  const { t } = useTranslation(namespace);
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
      expiredTitle={t('expiredTitle')}
      done={{ title: t('confirmedTitle'), lead: t('confirmedLead') }}
      onward={onward}
    />
  );
}
