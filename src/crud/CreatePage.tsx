import { useAtomValue } from 'jotai';
import { type ComponentType, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '#api/query.ts';
import { useWord } from '#i18n/words.ts';
import { changedParts } from '#lib/changedParts.ts';
import { randomId } from '#lib/randomId.ts';
import { useNavigate } from '#lib/router.ts';
import { editHref } from '#paths.ts';
import { setAside } from '#session/drafts.ts';
import { userAtom } from '#session/session.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { type Crumb, PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { useListHref } from './lastSearch.ts';
import { RecordForm } from './RecordForm.tsx';
import type { FieldsProps, Resource } from './resource.ts';

type CreatePageProps<Item, Body extends object, Values extends Record<string, unknown>> = {
  resource: Resource<Item, Body, Values>;
  Fields: ComponentType<FieldsProps<Item>>;
  /** The breadcrumbs above the list. */
  crumbs?: Crumb[];
};

/** The page that creates a record, and opens it afterwards: its form, if the person has typed on meanwhile. */
export function CreatePage<Item, Body extends object, Values extends Record<string, unknown>>({
  resource,
  Fields,
  crumbs = [],
}: CreatePageProps<Item, Body, Values>) {
  const word = useWord();
  const title = word(resource.add.label);
  const { t } = useTranslation('crud');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const listHref = useListHref()(resource.listHref);
  const person = useAtomValue(userAtom)?.id ?? '';
  const created = useRef<{ item: Item; values: Values } | null>(null);
  // One idempotency key per body, so a repeated request after a lost response creates no second record.
  const sent = useRef({ text: '', key: '' });
  useDocumentTitle(title);

  const send = async (values: Values) => {
    const body = resource.toBody(values);
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: randomId() };
    created.current = { item: await resource.collection.create(body, sent.current.key), values };
  };
  const leave = ({ isUnsaved, values }: { isUnsaved: boolean; values: Values }) => {
    if (!created.current) return;
    const { item, values: saved } = created.current;
    toast({ title: t('created', { name: resource.nameOf(item) }), tone: 'success' });
    const form = editHref(resource.href(item));
    if (isUnsaved) setAside(form, person, changedParts(saved, values));
    void navigate(isUnsaved ? form : (resource.addedHref ?? resource.href)(item), {
      replace: true,
      state: { isDecided: isUnsaved },
    });
    void invalidate(resource.collection.path);
  };
  return (
    <Stack $gap={6}>
      <PageHead title={title} crumbs={[...crumbs, { label: word(resource.title), href: listHref }]} />
      <RecordForm
        label={title}
        initialValues={resource.emptyValues}
        onSubmit={send}
        onDone={leave}
        submitLabel={t('create')}
        cancelHref={listHref}
      >
        <Fields isNew />
      </RecordForm>
    </Stack>
  );
}
