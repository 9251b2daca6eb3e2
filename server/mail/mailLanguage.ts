import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';

/** What somebody is written to in: the language that they have chosen, or the deployment's first. */
export function mailLanguage({ languages }: Pick<Deployment, 'languages'>, chosen: Language | null): Language {
  return chosen ?? languages[0]?.value ?? 'en';
}
