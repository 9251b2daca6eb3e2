import type { Tenant } from '../contract/tenant.ts';

/** The colours that a mail is drawn in, as `#rrggbb`. */
export type MailColours = { accent: string; onAccent: string; text: string; textMuted: string; ground: string };

/** What the backend knows of the one deployment that it serves. */
export type Deployment = Omit<Tenant, 'logo'> & { colours: MailColours };
