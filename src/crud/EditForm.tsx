import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '#api/query.ts';
import { saveChanges } from '#api/saveChanges.ts';
import { changedParts } from '#lib/changedParts.ts';
import { type Choice, ConflictDialog } from '#ui/form/ConflictDialog.tsx';
import { FormBaseline } from '#ui/form/FormBaseline.tsx';
import { toast } from '#ui/toast.ts';
import { RecordForm } from './RecordForm.tsx';
import type { Resource } from './resource.ts';

export type EditFormProps<Item, Body extends object, Values extends Record<string, unknown>> = {
  of: Pick<Resource<Item, Body, Values>, 'collection' | 'nameOf' | 'valuesOf' | 'toBody' | 'listHref'>;
  record: Item;
  isReadOnly: boolean;
  /** A value in words, for the comparison of two versions; the value itself where it is left out. */
  inWords?: (name: keyof Values & string, value: Values[keyof Values & string]) => string | undefined;
  children: ReactNode;
};

/** Changes a record: only what was changed goes out. Where somebody else was faster, the person decides between both versions. */
export function EditForm<
  Item extends { id: string; etag: string },
  Body extends object,
  Values extends Record<string, unknown>,
>({
  of: { collection, nameOf, valuesOf, toBody, listHref },
  record,
  isReadOnly,
  inWords,
  children,
}: EditFormProps<Item, Body, Values>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  // What the form began with: the record on the screen may be newer than what is being typed over.
  const base = useRef(record);
  const isSaved = useRef(false);
  const [clash, setClash] = useState<{ theirs: Values; mine: Values; decide: (choice: Choice) => void } | null>(null);

  const send = async (values: Values) => {
    const changes = changedParts(toBody(valuesOf(base.current)), toBody(values));
    if (Object.keys(changes).length === 0) return;
    const saved = await saveChanges(collection, base.current, changes, async (item) => {
      const theirs = valuesOf(item);
      // What somebody else has changed is no part of the form: there is nothing to decide.
      if (Object.keys(changedParts(toBody(valuesOf(base.current)), toBody(theirs))).length === 0) return 'mine';
      const choice = await new Promise<Choice>((decide) => setClash({ theirs, mine: values, decide }));
      setClash(null);
      return choice;
    });
    isSaved.current = saved !== null;
    await invalidate(collection.path);
  };
  return (
    <RecordForm
      label={nameOf(record)}
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
            // Another backend may have no versions: then what is in the record says whether it is another.
            version={record.etag || JSON.stringify(record)}
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
