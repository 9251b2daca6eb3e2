import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedKind } from '../../contract/editors.ts';
import type { Collection } from '#api/collection.ts';
import { ApiError } from '#api/problem.ts';
import { useInvalidate, useSaved } from '#api/query.ts';
import { saveChanges } from '#api/saveChanges.ts';
import { changedParts } from '#lib/changedParts.ts';
import { type Choice, type Clash, ConflictDialog } from '#ui/form/ConflictDialog.tsx';
import { FormBaseline } from '#ui/form/FormBaseline.tsx';
import { Withdrawn } from '#ui/form/Withdrawn.ts';
import { toast } from '#ui/toast.ts';
import { OtherEditors } from './OtherEditors.tsx';
import { RecordForm } from './RecordForm.tsx';
import type { Resource } from './resource.ts';
import { useWayBack } from './useWayBack.ts';

export type EditFormProps<Item, Body extends object, Values extends Record<string, unknown>> = {
  resource: Pick<Resource<Item, Body, Values>, 'collection' | 'nameOf' | 'valuesOf' | 'toBody' | 'href' | 'touches'>;
  /** The kind of the record, to show who else has its form open. */
  kind: EditedKind;
  record: Item;
  /** A value as text, for the comparison of two versions; undefined shows the value itself. */
  formatValue?: (name: keyof Values & string, value: Values[keyof Values & string]) => string | undefined;
  /** Whether the changes affect others, so that `ChangeDialog` asks before they are saved. */
  mustAsk?: (changes: Partial<Body>, record: Item) => boolean;
  ChangeDialog?: ComponentType<ChangeDialogProps<Item, Body>>;
  children: ReactNode;
};

/** The call that sends the changes. */
type Update<Item, Body> = Collection<Item, Body, Partial<Body>>['update'];

/** The props of the dialog before a change. `save` saves with `update`; if it rejects, the dialog shows the error. */
export type ChangeDialogProps<Item, Body> = {
  record: Item;
  changes: Partial<Body>;
  save: (update: Update<Item, Body>) => Promise<void>;
  onClose: () => void;
};

/**
 * The form that changes a record, and returns to its facts. Sends only changed fields; if somebody else has changed them meanwhile,
 * the person chooses a version.
 */
export function EditForm<
  Item extends { id: string; etag: string },
  Body extends object,
  Values extends Record<string, unknown>,
>({
  resource: { collection, nameOf, valuesOf, toBody, href, touches = [] },
  kind,
  record,
  formatValue,
  mustAsk,
  ChangeDialog,
  children,
}: EditFormProps<Item, Body, Values>) {
  const { t } = useTranslation('crud');
  const invalidate = useInvalidate();
  const keep = useSaved();
  const wayBack = useWayBack(href(record));
  // The version that the form was filled with or has saved, and its values in the form; the record itself may have been refetched since.
  const base = useRef({ record, values: valuesOf(record) });
  const isSaved = useRef(false);
  const { question, ask } = useChangeQuestion<Item, Body>();
  const { clash, choose } = useVersionChoice<Values>();

  const send = async (values: Values) => {
    const changes = changedParts(toBody(base.current.values), toBody(values));
    if (Object.keys(changes).length === 0) return;
    const before = valuesOf(base.current.record);
    const save = (update: Update<Item, Body>) =>
      saveChanges({ one: collection.one, update }, base.current.record, changes, async (item) => {
        const theirs = valuesOf(item);
        // The other person changed nothing that the form contains.
        if (Object.keys(changedParts(toBody(before), toBody(theirs))).length === 0) return 'mine';
        return choose({ base: before, theirs, mine: values });
      });
    const saved =
      ChangeDialog && mustAsk?.(changes, base.current.record)
        ? await ask(base.current.record, changes, save)
        : await save(collection.update);
    isSaved.current = saved !== null;
    const stale = [collection.path, ...touches];
    if (!saved) {
      await invalidate(...stale);
      return;
    }
    base.current = { record: saved, values };
    await keep(collection.one(saved.id), saved, ...stale);
  };
  return (
    <>
      <RecordForm
        label={nameOf(record)}
        initialValues={valuesOf(record)}
        onSubmit={send}
        onDone={({ isUnsaved }) => {
          if (isSaved.current) toast({ title: t('saved'), tone: 'success' });
          isSaved.current = false;
          if (!isUnsaved) wayBack();
        }}
        submitLabel={t('save')}
        cancelHref={href(record)}
        onCancel={wayBack}
        aside={
          <>
            <FormBaseline
              values={valuesOf(record)}
              // Third-party backends may have no versions: then the content tells whether the record has changed.
              version={record.etag || JSON.stringify(record)}
              onReset={() => {
                base.current = { record, values: valuesOf(record) };
              }}
            />
            <ConflictDialog clash={clash} formatValue={formatValue} />
          </>
        }
      >
        <OtherEditors kind={kind} record={record.id} />
        {children}
      </RecordForm>
      {/* Outside of the form, because submit events bubble through portals. */}
      {ChangeDialog && question && <ChangeDialog {...question} />}
    </>
  );
}

/** The dialog before a change. `ask` opens it, and returns the saved record. Errors of fields are passed on to the form. */
function useChangeQuestion<Item, Body extends object>() {
  const [question, setQuestion] = useState<ChangeDialogProps<Item, Body> | null>(null);
  const ask = (
    record: Item,
    changes: Partial<Body>,
    save: (update: Update<Item, Body>) => Promise<Item | null>,
  ): Promise<Item | null> =>
    new Promise((resolve, reject) => {
      setQuestion({
        record,
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
  return { question, ask };
}

/** Two versions of which the person chooses one. */
function useVersionChoice<Values extends Record<string, unknown>>() {
  const [clash, setClash] = useState<Clash<Values> | null>(null);
  const choose = async (versions: Omit<Clash<Values>, 'decide'>): Promise<Choice> => {
    const choice = await new Promise<Choice>((decide) => setClash({ ...versions, decide }));
    setClash(null);
    return choice;
  };
  return { clash, choose };
}
