import type { ComponentType, ReactNode } from 'react';
import { useWord } from '#i18n/words.ts';
import { useParams } from '#lib/router.ts';
import { DeleteRecord } from './DeleteRecord.tsx';
import { EditForm, type EditFormProps } from './EditForm.tsx';
import { History } from './History.tsx';
import { RecordPage, type RecordPageProps } from './RecordPage.tsx';
import type { FieldsProps, Resource, Stored } from './resource.ts';

type EditPageProps<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  resource: Resource<Item, Body, Values>;
  Fields: ComponentType<FieldsProps<Item>>;
  renderBefore?: (item: Item) => ReactNode;
  renderAfter?: (item: Item) => ReactNode;
} & Pick<EditFormProps<Item, Body, Values>, 'formatValue' | 'mustAsk' | 'ChangeDialog'> &
  Pick<RecordPageProps<Item>, 'description' | 'crumbs'>;

/** The page with the form of one record, and Delete; changes and deletion as far as the server allows. */
export function EditPage<Item extends Stored, Body extends object, Values extends Record<string, unknown>>({
  resource,
  Fields,
  renderBefore,
  renderAfter,
  formatValue,
  mustAsk,
  ChangeDialog,
  ...page
}: EditPageProps<Item, Body, Values>) {
  const { id = '' } = useParams();
  const word = useWord();
  return (
    <RecordPage
      {...page}
      read={resource.collection.one(id)}
      list={{ label: word(resource.title), href: resource.listHref }}
      title={resource.nameOf}
      renderAction={(item) => <DeleteRecord resource={resource} item={item} />}
    >
      {(item) => (
        <>
          {renderBefore?.(item)}
          <EditForm
            resource={resource}
            kind={resource.add.kind}
            record={item}
            isReadOnly={!item.can.update}
            formatValue={formatValue}
            mustAsk={mustAsk}
            ChangeDialog={ChangeDialog}
          >
            <Fields item={item} isNew={false} />
          </EditForm>
          {renderAfter?.(item)}
          <History id={id} />
        </>
      )}
    </RecordPage>
  );
}
