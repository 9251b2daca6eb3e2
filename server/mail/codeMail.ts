import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { layOut, mailTexts } from './layout.ts';
import type { Mail } from './mailer.ts';

/**
 * The mail with a one-time code. The code is not in the subject, as mail servers log subjects.
 * @param validFor how long the code is valid, in milliseconds.
 * @param purpose the purpose of the code; signing in by default
 */
export function codeMail(
  deployment: Deployment,
  language: Language,
  { code, validFor, purpose = 'sign_in' }: { code: string; validFor: number; purpose?: 'sign_in' | 'reauthenticate' },
): Omit<Mail, 'to'> {
  const html = `<p style="margin:0 0 16px;font-size:36px;line-height:44px;font-weight:700;letter-spacing:6px;font-variant-numeric:tabular-nums">${code}</p>`;
  return layOut(deployment, language, mailTexts(language, deployment)[purpose === 'sign_in' ? 'code' : 'proofCode'], {
    centre: { text: code, html },
    validFor,
  });
}
