import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Collection } from '#api/collection.ts';
import type { Crumb } from '#ui/PageHead.tsx';
import { DeleteRecord } from './DeleteRecord.tsx';
import { EditForm } from './EditForm.tsx';
import { RecordPage } from './RecordPage.tsx';

type Stored = { id: string; etag: string; can: { update: boolean; delete: boolean } };

type EditPageProps<Item, Changes, Values> = {
  list: Crumb;
  collection: Pick<Collection<Item, never, Changes>, 'path' | 'one' | 'update' | 'remove'>;
  valuesOf: (item: Item) => Values;
  nameOf: (item: Item) => string;
  /** What the server is told of a form. */
  toBody: (values: Values) => Changes;
  renderFields: (item: Item) => ReactNode;
  /** Below the form. */
  renderMore?: (item: Item) => ReactNode;
};

/** The page of a record that is its form and no more: change and delete, as far as the server allows. */
export function EditPage<Item extends Stored, Changes extends object, Values extends Record<string, unknown>>({
  list,
  collection,
  valuesOf,
  toBody,
  nameOf,
  renderFields,
  renderMore,
}: EditPageProps<Item, Changes, Values>) {
  const { id = '' } = useParams();
  return (
    <RecordPage
      read={collection.one(id)}
      list={list}
      title={nameOf}
      renderAction={(item) =>
        item.can.delete && <DeleteRecord name={nameOf(item)} collection={collection} id={id} listHref={list.href} />
      }
    >
      {(item) => (
        <>
          <EditForm
            key={id}
            label={nameOf(item)}
            record={item}
            collection={collection}
            valuesOf={valuesOf}
            toBody={toBody}
            listHref={list.href}
            isReadOnly={!item.can.update}
          >
            {renderFields(item)}
          </EditForm>
          {renderMore?.(item)}
        </>
      )}
    </RecordPage>
  );
}
