import type { BrowserContext } from 'playwright/test';
import { mailTexts } from '../../server/mail/layout.ts';
import type { Here, Product } from './browser.ts';

/** A mail as the page of the local server gives it. */
export type ReceivedMail = { id: number; to: string[]; subject: string; text: string };

/** What a mail says: the kind of news, and the booking that it is about, or `absence`. */
type News = { kind: string; about: string };

/** Whether a line of a mail is a text with placeholders such as `{name}`. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`));
  // Later in a mail a text begins with a capital letter in languages that write a small one after the greeting.
  return new RegExp(`^${parts.join('.+')}$`, 'i');
}

/** Opens the mails of a deployment. `read` gives those that arrived after the last ones that `settle` was called with. */
export async function openMailbox(context: BrowserContext, { id, tenant }: Here, { urlOf }: Pick<Product, 'urlOf'>) {
  const page = await context.newPage();
  const readAll = async (): Promise<ReceivedMail[]> => {
    await page.goto(`${urlOf('mail')}messages.json?deployment=${id}`);
    return JSON.parse((await page.locator('pre').textContent()) ?? '[]');
  };
  const newest = (mails: readonly ReceivedMail[]) => Math.max(0, ...mails.map((mail) => mail.id));
  let last = newest(await readAll());
  const { reservation, absence } = mailTexts(tenant.languages[0]?.value ?? 'en', tenant);
  const leadsOf = (letters: object, about: string | null) =>
    Object.entries(letters).flatMap(([kind, letter]: [string, unknown]) =>
      typeof letter === 'object' && letter !== null && 'lead' in letter
        ? [{ kind, about, pattern: patternOf(String(letter.lead)) }]
        : [],
    );
  const leads = [...leadsOf(reservation, null), ...leadsOf(absence, 'absence')];
  return {
    read: async () => (await readAll()).filter((mail) => mail.id > last),
    settle: (mails: readonly ReceivedMail[]) => {
      last = Math.max(last, newest(mails));
    },
    /** What a mail says of these bookings and of absences. A mail may have several news; a line before them says what they are. */
    newsIn: ({ text }: ReceivedMail, bookings: readonly string[]): News[] => {
      let kind = '';
      return text.split('\n').flatMap((line) => {
        const lead = leads.find(({ pattern }) => pattern.test(line));
        kind = lead?.kind ?? kind;
        if (lead?.about) return [{ kind, about: lead.about }];
        return bookings.filter((name) => line.includes(name)).map((about) => ({ kind, about }));
      });
    },
  };
}
