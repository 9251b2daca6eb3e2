import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWord } from '#i18n/words.ts';
import { Navigate, useLocation, useParams } from '#lib/router.ts';
import { isEdit } from '#paths.ts';
import { RecordColumns } from '#ui/RecordColumns.tsx';
import { ReadForm } from '#ui/form/ReadForm.tsx';
import { EditForm, type EditFormProps } from './EditForm.tsx';
import { History } from './History.tsx';
import { RecordActs } from './RecordActs.tsx';
import { RecordPage, type RecordPageProps } from './RecordPage.tsx';
import type { FieldsProps, Resource, Stored } from './resource.ts';

type EditPageProps<Item extends Stored, Body extends object, Values extends Record<string, unknown>> = {
  resource: Resource<Item, Body, Values>;
  Fields: ComponentType<FieldsProps<Item>>;
  /** Above the facts: tabs, or what is to be decided. */
  renderBefore?: (item: Item) => ReactNode;
  /** Beside the facts where there is room: the state of the record, and smaller parts. */
  renderAside?: (item: Item) => ReactNode;
  /** Below the facts. */
  renderAfter?: (item: Item) => ReactNode;
} & Pick<EditFormProps<Item, Body, Values>, 'formatValue' | 'mustAsk' | 'ChangeDialog'> &
  Partial<Pick<RecordPageProps<Item>, 'description' | 'crumbs' | 'renderAction'>>;

/**
 * The two pages of one record: its facts with its acts and its history, and below `/edit` the form that changes it. Both name the
 * same fields.
 */
export function EditPage<Item extends Stored, Body extends object, Values extends Record<string, unknown>>({
  resource,
  Fields,
  renderBefore,
  renderAside,
  renderAfter,
  renderAction = (item) => <RecordActs resource={resource} item={item} />,
  description,
  crumbs,
  formatValue,
  mustAsk,
  ChangeDialog,
}: EditPageProps<Item, Body, Values>) {
  const { id = '' } = useParams();
  const isEditing = isEdit(useLocation().pathname);
  const { t } = useTranslation('crud');
  const word = useWord();
  const { nameOf, href } = resource;
  const renderFields = (item: Item) => <Fields item={item} isNew={false} />;
  const facts = (item: Item) => (
    <>
      {renderBefore?.(item)}
      <RecordColumns aside={renderAside?.(item)}>
        <ReadForm values={resource.valuesOf(item)}>{renderFields(item)}</ReadForm>
      </RecordColumns>
      {renderAfter?.(item)}
      <History id={id} />
    </>
  );
  const form = (item: Item) =>
    item.can.update ? (
      <EditForm
        resource={resource}
        kind={resource.add.kind}
        record={item}
        formatValue={formatValue}
        mustAsk={mustAsk}
        ChangeDialog={ChangeDialog}
      >
        {renderFields(item)}
      </EditForm>
    ) : (
      <Navigate to={href(item)} replace />
    );
  return (
    <RecordPage
      read={resource.collection.one(id)}
      list={{ label: word(resource.title), href: resource.listHref }}
      crumbs={crumbs}
      {...(isEditing
        ? {
            title: (item: Item) => t('editTitle', { name: nameOf(item) }),
            crumbOf: (item: Item) => ({ label: nameOf(item), href: href(item) }),
          }
        : { title: nameOf, description, renderAction })}
    >
      {isEditing ? form : facts}
    </RecordPage>
  );
}
