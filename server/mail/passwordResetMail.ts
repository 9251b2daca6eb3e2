import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';
import { layOut, wordsOf } from './layout.ts';
import type { Mail } from './mailer.ts';

/**
 * The mail with the link to a new password.
 * @param validFor how long the link is good for, in milliseconds.
 */
export function passwordResetMail(
  deployment: Deployment,
  language: Language,
  { link, validFor }: { link: string; validFor: number },
): Omit<Mail, 'to'> {
  const { accent, onAccent } = deployment.colours;
  const { passwordReset } = wordsOf(language);
  const html = `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(passwordReset.button)}</a></p>`;
  return layOut(deployment, language, passwordReset, { centre: { text: link, html }, validFor });
}
