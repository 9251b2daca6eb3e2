import { cancel, intro, isCancel, multiselect, text } from '@clack/prompts';
import { languages } from '../../contract/languages.ts';
import { loadTenant } from '../../tenants/manifest.ts';
import { coloursFor, type NewTenant } from './newTenant.ts';

/** The answer, or the end of the conversation: nothing was written yet. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) {
    cancel('Nothing was written.');
    process.exit(130);
  }
  return answer as Exclude<Answer, symbol>;
}

/** Asks at the terminal for what the options left open; the answers of the deployment it starts from stand ready. */
export async function askForTenant(
  id: string,
  from: string,
  wish: Omit<NewTenant, 'brand'> & { brand?: string },
  root: string,
): Promise<NewTenant> {
  const { manifest } = await loadTenant(from, { root });
  const proposed = await coloursFor(wish, root);
  intro(`A new deployment "${id}", from ${from}`);
  const ask = async (message: string, initialValue: string, pattern: RegExp, otherwise: string) =>
    answered(
      await text({ message, initialValue, validate: (value) => (pattern.test(value ?? '') ? undefined : otherwise) }),
    );
  const brand = wish.brand ?? (await ask('Brand name', '', /\S.{2,}/, 'At least three characters.'));
  const country =
    wish.country === undefined
      ? await ask(
          'Country (two letters, or none)',
          manifest.country ?? 'none',
          /^([A-Z]{2}|none)$/,
          'As in IS, or "none".',
        )
      : wish.country;
  const timeZone = wish.timeZone ?? (await ask('Time zone', manifest.timeZone, /\S/, 'As in Atlantic/Reykjavik.'));
  const chosen =
    wish.languages ??
    answered(
      await multiselect({
        message: 'Languages (the first of the deployment it starts from stays first)',
        options: languages.map((value) => ({ value, label: value })),
        initialValues: manifest.languages,
      }),
    );
  const accent = wish.accent ?? (await ask('Accent', proposed.accent, /^#[0-9a-f]{6}$/i, 'As in #1d3fa6.'));
  const supportEmail =
    wish.supportEmail ?? (await ask('Support e-mail', `help@${id}.example`, /^\S+@\S+\.\S+$/, 'An address.'));
  return {
    ...wish,
    brand,
    timeZone,
    accent,
    supportEmail,
    country: country === 'none' ? null : country,
    languages: chosen.toSorted((one, other) => place(manifest.languages, one) - place(manifest.languages, other)),
  };
}

function place(order: readonly string[], language: string): number {
  const index = order.indexOf(language);
  return index < 0 ? order.length : index;
}
