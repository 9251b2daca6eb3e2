import { mailHref } from '../contract/contactLinks.ts';
import { loadTenant, type LoadedTenant } from '../tenants/manifest.ts';
import { weekdays } from '../tenants/weekdays.ts';
import type { Deployment } from './deployment.ts';

const minute = 60_000;
const hour = 60 * minute;

/** RFC 9116 wants URIs. */
const contactUri = (contact: string): string => (contact.startsWith('https://') ? contact : mailHref(contact));

function securityContactsOf({ securityContact, support }: LoadedTenant['manifest']): string[] {
  if (securityContact !== undefined) return [contactUri(securityContact)];
  return [...(support.url === null ? [] : [support.url]), support.email].map(contactUri);
}

/** The part of a loaded tenant that the backend needs. */
export function deploymentOf({
  tenant,
  tokens,
  logos,
  manifest,
}: Pick<LoadedTenant, 'tenant' | 'tokens' | 'logos' | 'manifest'>): Deployment {
  const { officeHours } = manifest;
  const { accent, onAccent, text, textMuted, ground } = tokens.light;
  return {
    ...tenant,
    colours: { accent, onAccent, text, textMuted, ground },
    logo: logos.light.toString('utf8'),
    recordings: { reason: manifest.recordingReason },
    retention: manifest.retention,
    securityContacts: securityContactsOf(manifest),
    handBackHours: manifest.handBackHours,
    leaveNeedsApproval: manifest.leaveNeedsApproval,
    answerHours: manifest.answerHours,
    serviceLevelSeconds: manifest.serviceLevelSeconds,
    officeHours: officeHours && {
      ...officeHours,
      days: officeHours.days.map((day) => weekdays.indexOf(day) + 1),
    },
    workingTime: manifest.workingTime,
    holidays: manifest.holidays,
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
