import { isoLanguage, type Language } from '../../contract/languages.ts';
import type { RetentionKind } from '../../contract/retentionKinds.ts';
import type { Role } from '../../contract/roles.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';
import type { AbsenceNews, JobNews, RequestNews, ReservationNews, ShiftNews } from '../notifications/events.ts';
import { regionalTexts } from '../regionalTexts.ts';
import type { Mail } from './mailer.ts';

/** The texts around the content of a mail; without `validity` if nothing in it expires. */
export type MailTexts = { subject: string; lead: string; validity?: string; warning: string };
type News = { subject: string; lead: string };
type Words = {
  hello: string;
  footer: string;
  code: MailTexts;
  /** The code with which people without a password prove who they are. */
  proofCode: MailTexts;
  passwordReset: MailTexts & { button: string };
  people: {
    questions: string;
    signIn: string;
    labels: Record<'reason' | 'until' | 'device' | 'time', string>;
    /** Instead of the name of a device. */
    unknownDevice: string;
    roles: Record<Role, string>;
    registration: News & { button: string; validity: string; warning: string };
    invitation: News & { button: string; validity: string; warning: string };
    /** In an invitation, where people can sign in with their national ID instead. */
    orNationalId: string;
    registered: News & { button: string; warning: string };
    /** `calendars`, to people with a dashboard: what the suspension deleted. */
    unsuspended: News & { calendars: string };
    /** For people with calendar feeds: `calendars` says that the feeds go on, `button` leads to their page. */
    password_changed: News & { calendars: string; button: string; warning: string };
    email_undo: News & { button: string; validity: string; warning: string };
  } & Record<'known' | 'approved' | 'rejected' | 'suspended' | 'deleted' | 'erased', News> &
    Record<
      'passkey_added' | 'passkey_removed' | 'totp_added' | 'totp_removed' | 'recovery_code_used',
      News & { warning: string }
    > &
    Record<'role_changed' | 'sessions_ended' | 'calendar_feed_ended', News> &
    Record<
      | 'webhook_added'
      | 'webhook_changed'
      | 'webhook_secret_replaced'
      | 'webhook_disabled'
      | 'service_account_added'
      | 'service_account_secret_replaced'
      | 'manager_admitted',
      News & { button: string; warning: string }
    > &
    Record<
      'email_confirm' | 'national_id_confirm' | 'identity_confirm',
      News & { button: string; validity: string; warning: string }
    > &
    Record<'new_device' | 'email_left' | 'email_arrived' | 'email_restored', News & { warning: string }> &
    Record<'national_id_linked' | 'national_id_unlinked', News & { warning: string }> &
    Record<
      'identity_linked' | 'identity_unlinked' | 'access_ended' | 'access_ended_of' | 'emergency_sign_in',
      News & { warning: string }
    >;
  reservation: Record<ReservationNews, News> & {
    imported: News & { button: string };
    warning: string;
    labels: Record<
      'name' | 'date' | 'time' | 'address' | 'link' | 'interpreters' | 'customer' | 'deadline' | 'answer',
      string
    >;
  };
  shift: Record<ShiftNews, News> & { name: string; minutes: string; labels: Record<'dates' | 'travel', string> };
  absence: Record<AbsenceNews, News> & { button: string; warning: string };
  /** To owners: shorter periods wait for their confirmation. */
  retention: News & {
    button: string;
    warning: string;
    labels: Record<'kind' | 'inForce' | 'days' | 'due' | 'oldest', string>;
    /** Instead of a period that is in force. */
    none: string;
    kinds: Record<RetentionKind, string>;
  };
  /** A live request or an emergency waits, or a request is offered to an interpreter. */
  request: Record<RequestNews, News> & { button: string; warning: string };
  /** A job has ended. */
  job: Record<JobNews, News & { button: string }> & { warning: string };
  /** The subject of a mail about several events. */
  several: string;
};

/** The texts of mails in a language, with the differences of the deployment's country. */
export const mailTexts = regionalTexts<Words>('mails.json');

/** Fills in the placeholders in braces. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The content of a mail, as text and as HTML: a code, a link, or facts. */
export type MailContent = { text: string; html: string };

/**
 * A mail in the deployment's colours: greeting, lead, content, validity, and a warning.
 * @param options.validFor how long the content is valid, in milliseconds.
 * @param options.values values of placeholders, besides brand, support and minutes
 * @param options.more further contents: each with its own lead, or without if the previous one still applies
 */
export function layOut(
  deployment: Deployment,
  language: Language,
  letter: MailTexts,
  {
    centre,
    validFor = 0,
    values: given = {},
    more = [],
  }: {
    centre: MailContent;
    validFor?: number;
    values?: Record<string, string>;
    more?: readonly { lead: string | null; centre: MailContent }[];
  },
): Omit<Mail, 'to'> {
  const { brand, support, colours } = deployment;
  const values = { ...given, brand, support: support.email, minutes: String(Math.round(validFor / 60_000)) };
  const { hello, footer } = mailTexts(language, deployment);
  const say = (text: string) => fill(text, values);
  const safe = (text: string) => escapeHtml(say(text));
  const { subject, lead, validity, warning } = letter;
  const text = [
    say(hello),
    '',
    say(lead),
    '',
    centre.text,
    '',
    ...more.flatMap((part) => [...(part.lead ? [part.lead, ''] : []), part.centre.text, '']),
    ...(validity ? [say(validity), ''] : []),
    say(warning),
    '',
    '-- ',
    say(footer),
    '',
  ];
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
  const html = `<!doctype html>
<html lang="${isoLanguage(language)}" dir="${factsOf(language).direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${safe(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${colours.ground};color:${colours.text};${font};font-size:16px;line-height:24px">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0;padding:16px 24px;border-radius:8px 8px 0 0;background:${colours.accent};color:${colours.onAccent};font-size:18px;font-weight:600">${escapeHtml(brand)}</p>
<div style="padding:24px;border-radius:0 0 8px 8px;background:#ffffff;color:${colours.text}">
<p style="margin:0 0 16px">${safe(hello)}</p>
<p style="margin:0 0 8px">${safe(lead)}</p>
${centre.html}
${more.map((part) => `${part.lead ? `<p style="margin:24px 0 8px">${escapeHtml(part.lead)}</p>\n` : ''}${part.centre.html}\n`).join('')}${
    validity
      ? `<p style="margin:0 0 16px">${safe(validity)}</p>
`
      : ''
  }<p style="margin:0;color:${colours.textMuted};font-size:14px;line-height:20px">${safe(warning)}</p>
</div>
<p style="margin:16px 24px 0;color:${colours.textMuted};font-size:13px;line-height:20px">${safe(footer)}</p>
</div>
</body>
</html>
`;
  return { subject: say(subject), text: text.join('\n'), html };
}
