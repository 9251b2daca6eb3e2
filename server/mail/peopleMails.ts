import type { Language } from '../../contract/languages.ts';
import type { Role } from '../../contract/roles.ts';
import type { Trx } from '../collection/write.ts';
import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';
import { mayEnter } from '../../contract/permissions.ts';
import { inZone } from '../schedule/wallTime.ts';
import { layOut, wordsOf } from './layout.ts';
import { linkButton } from './linkButton.ts';
import { mailLanguage } from './mailLanguage.ts';
import type { Outbox } from './outbox.ts';

/** Whom a mail goes to. */
export type Reader = { email: string; language: Language | null; role: Role };

/** What has happened to a person's account, and what there is to say of it. */
export type PeopleNews =
  /** They have asked for an account; `link` confirms the address within `validFor` milliseconds. */
  | { kind: 'registration'; link: string; validFor: number }
  /** Somebody has asked for an account with an address that has one. */
  | { kind: 'known' }
  /** To staff: somebody waits for approval. */
  | { kind: 'registered'; id: string; name: string; email: string }
  | { kind: 'approved' | 'rejected' | 'unsuspended' | 'password_changed' }
  | { kind: 'suspended'; reason: string | null; until: Date | null };

/** Mails to people about their accounts. They go with the transaction that they tell of. */
export type PeopleMails = {
  tell: (trx: Trx, reader: Reader, news: PeopleNews) => Promise<void>;
};

type Facts = readonly (readonly [label: string, value: string | null])[];

function factLines(facts: Facts): { text: string; html: string } {
  const told = facts.flatMap(([label, value]) => (value ? `${label}: ${value}` : []));
  const lines = told.map((line) => escapeHtml(line).replaceAll('\n', '<br>'));
  return { text: told.join('\n'), html: `<p style="margin:0 0 16px">${lines.join('<br>')}</p>` };
}

/** `DD-MM-YYYY HH:mm` in a zone (specification §9). */
function shownIn(zone: string, instant: Date): string {
  const [day = '', time = ''] = inZone(instant, zone).split('T');
  return `${day.split('-').toReversed().join('-')} ${time.slice(0, 5)}`;
}

const hour = 60 * 60_000;

/** @see PeopleMails */
export function createPeopleMails(deployment: Deployment, outbox: Outbox, dashboardUrl: string | null): PeopleMails {
  const nothing = { text: '', html: '' };

  return {
    tell: (trx, { email, language: chosen, role }, news) => {
      const language = mailLanguage(deployment, chosen);
      const { questions, labels, signIn, ...letters } = wordsOf(language).people;
      const letter = { warning: questions, ...letters[news.kind] };
      const button = (path: string, label: string) =>
        dashboardUrl ? linkButton(deployment, new URL(path, dashboardUrl).href, label) : nothing;
      // Customers of the service have an account, but no dashboard to be sent to.
      const doorway = mayEnter(role, deployment.allowedRoles) ? button('auth/login', signIn) : nothing;
      const centreOf = () => {
        if (news.kind === 'registration') return linkButton(deployment, news.link, letters.registration.button);
        if (news.kind === 'registered') return button(`dashboard/users/${news.id}`, letters.registered.button);
        if (news.kind === 'known' || news.kind === 'approved' || news.kind === 'unsuspended') return doorway;
        if (news.kind !== 'suspended') return nothing;
        const { reason, until } = news;
        return factLines([
          [labels.reason, reason],
          [labels.until, until && `${shownIn(deployment.timeZone, until)} (${deployment.timeZone})`],
        ]);
      };
      const values: Record<string, string> = {
        ...(news.kind === 'registered' ? { name: news.name, email: news.email } : {}),
        ...(news.kind === 'registration' ? { hours: String(news.validFor / hour) } : {}),
      };
      return outbox.put(trx, { to: email, ...layOut(deployment, language, letter, { centre: centreOf(), values }) });
    },
  };
}
