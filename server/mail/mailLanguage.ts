import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';

/** The language of mails to a person: the one that they have chosen, or the deployment's first. */
export function mailLanguage({ languages }: Pick<Deployment, 'languages'>, chosen: Language | null): Language {
  return chosen ?? languages[0]?.value ?? 'en';
}
