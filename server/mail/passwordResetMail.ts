import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { layOut, mailTexts } from './layout.ts';
import { linkButton } from './linkButton.ts';
import type { Mail } from './mailer.ts';

/**
 * The mail with the link to a new password.
 * @param validFor how long the link is valid, in milliseconds.
 */
export function passwordResetMail(
  deployment: Deployment,
  language: Language,
  { link, validFor }: { link: string; validFor: number },
): Omit<Mail, 'to'> {
  const { passwordReset } = mailTexts(language, deployment);
  const centre = linkButton(deployment, link, passwordReset.button);
  return layOut(deployment, language, passwordReset, { centre, validFor });
}
