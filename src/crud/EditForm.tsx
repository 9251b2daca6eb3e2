import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#api/collection.ts';
import { get } from '#api/http.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { type Choice, ConflictDialog } from '#ui/form/ConflictDialog.tsx';
import { FormBaseline } from '#ui/form/FormBaseline.tsx';
import { toast } from '#ui/toast.ts';
import { RecordForm } from './RecordForm.tsx';

type EditFormProps<Item, Changes, Values extends Record<string, unknown>> = {
  label: string;
  record: Item;
  collection: Pick<Collection<Item, never, Changes>, 'path' | 'one' | 'update'>;
  valuesOf: (item: Item) => Values;
  /** What the server is told of a form; only what was changed goes out. */
  toBody: (values: Values) => Changes;
  /** A value in words, for the comparison of two versions; the value itself where it is left out. */
  inWords?: (name: keyof Values & string, value: Values[keyof Values & string]) => string | undefined;
  listHref: string;
  /** Whoever may not change the record reads it here. */
  isReadOnly?: boolean;
  children: ReactNode;
};

/** Changes a record. Where somebody else was faster, both versions are shown and the person decides. */
export function EditForm<
  Item extends { id: string; etag: string },
  Changes extends object,
  Values extends Record<string, unknown>,
>({
  label,
  record,
  collection,
  valuesOf,
  toBody,
  inWords,
  listHref,
  isReadOnly,
  children,
}: EditFormProps<Item, Changes, Values>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  // What the form began with: the record on the screen may be newer than what is being typed over.
  const base = useRef(record);
  const isSaved = useRef(false);
  const [clash, setClash] = useState<{ theirs: Values; mine: Values; decide: (choice: Choice) => void } | null>(null);

  const send = async (values: Values) => {
    const changes = changed(toBody(valuesOf(base.current)), toBody(values));
    for (let from = base.current; ;) {
      try {
        await collection.update(from.id, from.etag, changes);
        isSaved.current = true;
        break;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error;
        from = await get<Item>(collection.one(from.id)[0]);
        const theirs = valuesOf(from);
        const choice = await new Promise<Choice>((decide) => setClash({ theirs, mine: values, decide }));
        setClash(null);
        if (choice === 'neither') throw error;
        if (choice === 'theirs') break;
      }
    }
    await invalidate(collection.path);
  };
  return (
    <RecordForm
      label={label}
      initialValues={valuesOf(record)}
      onSubmit={send}
      onDone={() => {
        if (isSaved.current) toast({ title: t('saved'), tone: 'success' });
        isSaved.current = false;
      }}
      submitLabel={isReadOnly ? null : t('save')}
      cancelHref={listHref}
      aside={
        <>
          <FormBaseline
            values={valuesOf(record)}
            version={record.etag}
            onBegin={() => {
              base.current = record;
            }}
          />
          <ConflictDialog clash={clash} inWords={inWords} />
        </>
      }
    >
      {children}
    </RecordForm>
  );
}

/** The parts of `after` that are not as in `before`. */
function changed<Body extends object>(before: Body, after: Body): Body {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => old.get(name) !== value)) as Body;
}
