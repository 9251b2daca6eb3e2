import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bounds } from '../../../contract/bounds.ts';
import type { Partner } from '../../../contract/partners.ts';
import { plainLetters } from '../../../contract/plainLetters.ts';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { type Availability, FormUniqueField } from '#ui/form/FormUniqueField.tsx';
import { slug } from '#ui/form/recordChecks.ts';
import { useFormValue } from '#ui/form/formState.ts';

/**
 * The partner's name in URLs; checks while typing whether it is available (R174). For a new partner it is proposed
 * from the name.
 */
export function SlugField({ own }: { own: Pick<Partner, 'slug'> | undefined }) {
  const { t } = useTranslation(['partners', 'errors']);
  const [typed, setTyped] = useState<string | null>(null);
  const name = useFormValue<string>('name');
  const slugTyped = typed?.trim().toLowerCase() ?? null;
  // The partner's own slug needs no check.
  const checkedSlug = slugTyped === own?.slug ? null : slugTyped;
  const { data, error, isLoading } = useQuery(
    checkedSlug === null ? null : partners.list({ slug: checkedSlug, page_size: 1 }),
  );
  const holder = data?.results[0];
  const availability = availabilityOf({ error, isLoading: isLoading || !data, holder });
  return (
    <FormUniqueField
      name="slug"
      label={t('slug')}
      description={t('slugHint')}
      validate={slug}
      taken={{ word: 'errors:slug_taken', values: { slug: checkedSlug ?? '' } }}
      proposal={own ? undefined : slugOf(name)}
      onAsk={setTyped}
      answer={
        typed !== null && checkedSlug !== null
          ? { to: typed, availability, text: t(words[availability], { slug: checkedSlug }) }
          : null
      }
      autoComplete="off"
    />
  );
}

/** A name as a name in URLs: `Þjóðminjasafn Íslands` becomes `thjodminjasafn-islands`. */
function slugOf(name: string): string {
  return plainLetters(name).slice(0, bounds.slug.max).replace(/-$/, '');
}

const words = {
  loading: 'slugLoading',
  error: 'slugUnknown',
  unavailable: 'errors:slug_taken',
  available: 'slugFree',
} as const satisfies Record<Availability, string>;

function availabilityOf({
  error,
  isLoading,
  holder,
}: {
  error: unknown;
  isLoading: boolean;
  holder: Partner | undefined;
}): Availability {
  if (error !== undefined) return 'error';
  if (isLoading) return 'loading';
  return holder ? 'unavailable' : 'available';
}
