import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../contract/webhooks.ts';
import { Badge } from '#ui/Badge.tsx';

/** Whether a webhook works. */
export function WebhookState({ webhook: { enabled, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  if (!enabled) return <Badge tone="danger">{t('state.disabled')}</Badge>;
  if (failing_since !== null) return <Badge tone="warning">{t('state.failing')}</Badge>;
  return <Badge tone="success">{t('state.enabled')}</Badge>;
}
