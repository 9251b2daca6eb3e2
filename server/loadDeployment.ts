import { loadTenant, type LoadedTenant } from '../tenants/manifest.ts';
import type { Deployment } from './deployment.ts';

/** What the backend needs of a deployment that was read already. */
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
  };
}

/**
 * Reads the deployment's manifest.
 * @param root another folder of deployments.
 * @throws ManifestError when there is no such deployment, or something is wrong with it.
 */
export async function loadDeployment(id: string, root?: string): Promise<Deployment> {
  return deploymentOf(await loadTenant(id, root ? { root } : {}));
}
