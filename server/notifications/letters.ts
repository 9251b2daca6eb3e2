import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { fill, layOut, mailTexts } from '../mail/layout.ts';
import type { Mail } from '../mail/mailer.ts';
import { laterLead, type Section } from './sections.ts';

const general = ({ brand, support }: Deployment) => ({ brand, support: support.email });

/** The subject of an e-mail about one section alone. */
export function titleOf(deployment: Deployment, { letter, values }: Section): string {
  return fill(letter.subject, { ...general(deployment), ...values });
}

/**
 * An e-mail about sections, in their order; null without any.
 * @param options.isNamed whether its subject is the one of the first section
 */
export function mailAbout(
  deployment: Deployment,
  language: Language,
  { sections, isNamed }: { sections: readonly Section[]; isNamed: boolean },
): Omit<Mail, 'to'> | null {
  const [first, ...others] = sections;
  if (!first) return null;
  const subject = mailTexts(language, deployment).several;
  const letter = { ...first.letter, ...(isNamed || others.length === 0 ? {} : { subject }) };
  const leads = sections.map((section) => laterLead(section, general(deployment)));
  const content = layOut(deployment, language, letter, {
    centre: first.centre,
    values: { ...first.values, count: String(sections.length) },
    validFor: first.validFor,
    more: others.map(({ centre }, index) => ({
      lead: leads[index + 1] === leads[index] ? null : (leads[index + 1] ?? null),
      centre,
    })),
  });
  return { ...content, calendars: sections.flatMap((section) => section.calendars) };
}
