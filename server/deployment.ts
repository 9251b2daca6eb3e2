import type { Tenant } from '../contract/tenant.ts';

/** The colours that mails and documents are drawn in, as `#rrggbb`. */
export type DocumentColours = { accent: string; onAccent: string; text: string; textMuted: string; ground: string };

/** For how many days recordings are kept, and whether people say why before they open one. */
export type RecordingRules = { retentionDays: number; reason: boolean };

/** What the backend knows of the one deployment that it serves. `logo` is its drawing for a light ground, as SVG. */
export type Deployment = Omit<Tenant, 'logo'> & { colours: DocumentColours; logo: string; recordings: RecordingRules };
