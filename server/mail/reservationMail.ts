import type { Language } from '../../contract/languages.ts';
import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';
import { layOut, wordsOf } from './layout.ts';
import type { Mail } from './mailer.ts';

/** What has happened to a reservation. */
export type ReservationNews = 'asked' | 'approved' | 'rejected' | 'cancelled' | 'changed';

type Facts = {
  name: string;
  /** `YYYY-MM-DD`, in the deployment's zone. */
  day: string;
  /** `HH:mm–HH:mm`, there too. */
  time: string;
  address: string | null;
  link: string | null;
  interpreters: readonly { name: string }[];
  customer_name: string | null;
  answer: string | null;
  /** Interpreters read who the customer is, customers who interprets. */
  forInterpreter: boolean;
};

/** The mail that tells of a reservation. What it is called is not in the subject: that may be nobody else's business. */
export function reservationMail(
  deployment: Deployment,
  language: Language,
  news: ReservationNews,
  { name, day, time, address, link, interpreters, customer_name, answer, forInterpreter }: Facts,
): Omit<Mail, 'to'> {
  const { labels, warning, ...letters } = wordsOf(language).reservation;
  const date = day.split('-').toReversed().join('-');
  const names = interpreters.map((interpreter) => interpreter.name).join(', ');
  const facts: [label: string, value: string | null][] = [
    [labels.name, name],
    [labels.date, date],
    [labels.time, time],
    [labels.address, address],
    [labels.link, link],
    forInterpreter ? [labels.customer, customer_name] : [labels.interpreters, names],
    [labels.answer, answer],
  ];
  const told = facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
  const cell = 'padding:4px 16px 4px 0;vertical-align:top;text-align:start';
  const rows = told.map(
    ([label, value]) =>
      `<tr><th style="${cell};font-weight:400;color:${deployment.colours.textMuted}">${escapeHtml(label)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
  );
  const centre = {
    text: told.map(([label, value]) => `${label}: ${value}`).join('\n'),
    html: `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`,
  };
  return layOut(deployment, language, { ...letters[news], warning }, { centre, values: { date, time } });
}
