import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partners } from '#api/partners.ts';
import { useQuery } from '#api/query.ts';
import { FormUniqueField } from '#ui/form/FormUniqueField.tsx';
import { slug } from '#ui/form/recordChecks.ts';

/** What a partner is called in a URL; whether another partner has it already is told while one types (specification §8). */
export function SlugField({ own, isReadOnly }: { own: string | undefined; isReadOnly: boolean }) {
  const { t } = useTranslation(['partners', 'errors']);
  const [typed, setTyped] = useState<string | null>(null);
  const asked = isReadOnly ? null : (typed?.trim().toLowerCase() ?? null);
  const { data, isLoading } = useQuery(asked === null ? null : partners.list({ slug: asked, page_size: 1 }));
  const holder = data?.results[0];
  // What was answered last stays until the next answer is here; that it has its own slug is no news.
  const isKnown = data !== undefined && !isLoading && (!holder || (holder.slug === asked && holder.id !== own));
  const answer =
    typed !== null && asked !== null && isKnown
      ? { to: typed, isFree: !holder, text: t(holder ? 'errors:slug_taken' : 'slugFree', { slug: asked }) }
      : null;
  return (
    <FormUniqueField
      name="slug"
      label={t('slug')}
      description={t('slugHint')}
      validate={slug}
      onAsk={setTyped}
      answer={answer}
      isReadOnly={isReadOnly}
      autoComplete="off"
    />
  );
}
