import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Collection } from '#api/collection.ts';
import { useInvalidate } from '#api/query.ts';
import { randomId } from '#lib/randomId.ts';
import { useDocumentTitle } from '#tenant/useDocumentTitle.ts';
import { type Crumb, PageHead } from '#ui/PageHead.tsx';
import { Stack } from '#ui/Stack.ts';
import { toast } from '#ui/toast.ts';
import { RecordForm } from './RecordForm.tsx';

type CreateFormProps<Item, New, Values extends Record<string, unknown>> = {
  title: string;
  list: Crumb;
  collection: Pick<Collection<Item, New, never>, 'path' | 'create'>;
  initialValues: Values;
  toBody: (values: Values) => New;
  nameOf: (item: Item) => string;
  /** Where the new record is. */
  href: (item: Item) => string;
  children: ReactNode;
};

/** The page that adds a record to a collection, and opens it once it is there. */
export function CreateForm<Item, New, Values extends Record<string, unknown>>({
  title,
  list,
  collection,
  initialValues,
  toBody,
  nameOf,
  href,
  children,
}: CreateFormProps<Item, New, Values>) {
  const { t } = useTranslation('crud');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const created = useRef<Item | null>(null);
  // A key stands for one body: sent again after a lost answer it creates nothing twice.
  const sent = useRef({ text: '', key: '' });
  useDocumentTitle(title);

  const send = async (values: Values) => {
    const body = toBody(values);
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: randomId() };
    created.current = await collection.create(body, sent.current.key);
  };
  const leave = () => {
    if (!created.current) return;
    toast({ title: t('created', { name: nameOf(created.current) }), tone: 'success' });
    void navigate(href(created.current), { replace: true });
    void invalidate(collection.path);
  };
  return (
    <Stack $gap={6}>
      <PageHead title={title} crumbs={[list]} />
      <RecordForm
        label={title}
        initialValues={initialValues}
        onSubmit={send}
        onDone={leave}
        submitLabel={t('create')}
        cancelHref={list.href}
      >
        {children}
      </RecordForm>
    </Stack>
  );
}
