import { loadTenant, type LoadedTenant } from '../tenants/manifest.ts';
import type { Deployment } from './deployment.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The part of a loaded tenant that the backend needs. */
export function deploymentOf({
  tenant,
  tokens,
  logos,
  manifest,
}: Pick<LoadedTenant, 'tenant' | 'tokens' | 'logos' | 'manifest'>): Deployment {
  const { accent, onAccent, text, textMuted, ground } = tokens.light;
  return {
    ...tenant,
    colours: { accent, onAccent, text, textMuted, ground },
    logo: logos.light.toString('utf8'),
    recordings: { retentionDays: manifest.recordingRetentionDays, reason: manifest.recordingReason },
    securityLogDays: manifest.securityLogDays,
    singleSignOn: manifest.singleSignOn,
    sessions: {
      longest: manifest.sessionHours * hour,
      idle: manifest.sessionIdleMinutes === null ? null : manifest.sessionIdleMinutes * minute,
    },
  };
}

/**
 * Loads the deployment's manifest.
 * @param root another folder of deployments.
 * @throws ManifestError if the deployment does not exist or its manifest is invalid.
 */
export async function loadDeployment(id: string, root?: string): Promise<Deployment> {
  return deploymentOf(await loadTenant(id, root ? { root } : {}));
}
