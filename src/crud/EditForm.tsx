import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate } from '#api/query.ts';
import { saveChanges } from '#api/saveChanges.ts';
import { changedParts } from '#lib/changedParts.ts';
import { type Choice, ConflictDialog } from '#ui/form/ConflictDialog.tsx';
import { FormBaseline } from '#ui/form/FormBaseline.tsx';
import { Withdrawn } from '#ui/form/Withdrawn.ts';
import { toast } from '#ui/toast.ts';
import { RecordForm } from './RecordForm.tsx';
import type { Resource } from './resource.ts';

export type EditFormProps<Item, Body extends object, Values extends Record<string, unknown>> = {
  of: Pick<Resource<Item, Body, Values>, 'collection' | 'nameOf' | 'valuesOf' | 'toBody' | 'listHref' | 'touches'>;
  record: Item;
  isReadOnly: boolean;
  /** A value in words, for the comparison of two versions; the value itself where it is left out. */
  inWords?: (name: keyof Values & string, value: Values[keyof Values & string]) => string | undefined;
  /** Whether changes take something from others, so that `ChangeDialog` asks before they are saved. */
  mustAsk?: (changes: Partial<Body>) => boolean;
  ChangeDialog?: ComponentType<ChangeDialogProps<Item, Body>>;
  children: ReactNode;
};

/** How the changes of a form are sent. */
type Update<Item, Body> = Collection<Item, Body, Partial<Body>>['update'];

/** What a question before changes is told. `save` saves them by `update`, and rejects with what is told in the dialog. */
export type ChangeDialogProps<Item, Body> = {
  record: Item;
  changes: Partial<Body>;
  save: (update: Update<Item, Body>) => Promise<void>;
  onClose: () => void;
};

/** Changes a record: only what was changed goes out. Where somebody else was faster, the person decides between both versions. */
export function EditForm<
  Item extends { id: string; etag: string },
  Body extends object,
  Values extends Record<string, unknown>,
>({
  of: { collection, nameOf, valuesOf, toBody, listHref, touches = [] },
  record,
  isReadOnly,
  inWords,
  mustAsk,
  ChangeDialog,
  children,
}: EditFormProps<Item, Body, Values>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  // What the form began with: the record on the screen may be newer than what is being typed over.
  const base = useRef(record);
  const isSaved = useRef(false);
  const [question, setQuestion] = useState<ChangeDialogProps<Item, Body> | null>(null);
  const [clash, setClash] = useState<{ theirs: Values; mine: Values; decide: (choice: Choice) => void } | null>(null);

  /** Has the person asked, and answers what was saved. What the form's fields are refused for goes to the form. */
  const ask = (changes: Partial<Body>, save: (update: Update<Item, Body>) => Promise<Item | null>) =>
    new Promise<Item | null>((resolve, reject) => {
      setQuestion({
        record: base.current,
        changes,
        save: async (update) => {
          try {
            resolve(await save(update));
          } catch (error) {
            const isOfFields = error instanceof ApiError && Object.keys(error.errors).length > 0;
            if (!isOfFields) throw error;
            reject(error);
          }
        },
        onClose: () => {
          setQuestion(null);
          reject(new Withdrawn());
        },
      });
    });

  const send = async (values: Values) => {
    const changes = changedParts(toBody(valuesOf(base.current)), toBody(values));
    if (Object.keys(changes).length === 0) return;
    const save = (update: Update<Item, Body>) =>
      saveChanges({ one: collection.one, update }, base.current, changes, async (item) => {
        const theirs = valuesOf(item);
        // What somebody else has changed is no part of the form: there is nothing to decide.
        if (Object.keys(changedParts(toBody(valuesOf(base.current)), toBody(theirs))).length === 0) return 'mine';
        const choice = await new Promise<Choice>((decide) => setClash({ theirs, mine: values, decide }));
        setClash(null);
        return choice;
      });
    const saved = ChangeDialog && mustAsk?.(changes) ? await ask(changes, save) : await save(collection.update);
    isSaved.current = saved !== null;
    await invalidate(collection.path, ...touches);
  };
  return (
    <>
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
              onReset={() => {
                base.current = record;
              }}
            />
            <ConflictDialog clash={clash} inWords={inWords} />
          </>
        }
      >
        {children}
      </RecordForm>
      {/* Outside of the form: what is sent in a dialog would be sent to the form around it, too. */}
      {ChangeDialog && question && <ChangeDialog {...question} />}
    </>
  );
}
