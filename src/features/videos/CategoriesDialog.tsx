import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { VideoCategory } from '../../../contract/videos.ts';
import { useInvalidate, useQuery } from '#api/query.ts';
import { videoCategories } from '#api/videos.ts';
import { useFormats } from '#i18n/useFormats.ts';
import { randomId } from '#lib/randomId.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormNameField } from '#ui/form/FormNameField.tsx';
import { NameForm } from '#ui/form/NameForm.tsx';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Muted } from '#ui/Muted.ts';
import { Stack } from '#ui/Stack.ts';
import { colour, space } from '#ui/theme.ts';
import { readCategories } from './useVideoCategories.ts';

/** Lists, adds, renames and deletes the categories of all partners' videos. */
export function CategoriesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('videos');
  const invalidate = useInvalidate();
  const { data } = useQuery(isOpen ? readCategories : null);
  // A new key clears the form and creates a new idempotency key.
  const [added, setAdded] = useState(0);
  const [key, setKey] = useState(randomId);
  // Videos contain the name of their category.
  const refresh = () => invalidate(videoCategories.path, 'partners/');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('categoriesTitle')}>
      <Stack $gap={4}>
        <p>{t('categoriesText')}</p>
        {data && data.results.length > 0 && (
          <List aria-label={t('categoriesTitle')}>
            {data.results.map((category) => (
              <li key={category.id}>
                <CategoryRow category={category} onChange={refresh} />
              </li>
            ))}
          </List>
        )}
        <Form
          key={added}
          label={t('newCategory')}
          initialValues={{ name: '' }}
          hasSummary={false}
          onSubmit={async (values) => {
            await videoCategories.create({ name: values.name.trim() }, key);
            await refresh();
          }}
          onDone={() => {
            setAdded((number) => number + 1);
            setKey(randomId());
          }}
        >
          <FormNameField label={t('newCategory')} autoFocus={added > 0} />
          <div>
            <SubmitButton>{t('addCategory')}</SubmitButton>
          </div>
        </Form>
      </Stack>
    </Dialog>
  );
}

type CategoryRowProps = { category: VideoCategory; onChange: () => Promise<void> };

/** One category with its number of videos, to rename and to delete. */
function CategoryRow({ category: { id, etag, name, videos, can }, onChange }: CategoryRowProps) {
  const { t } = useTranslation(['videos', 'crud']);
  const { numbers } = useFormats();
  const [isRenamed, setRenamed] = useState(false);
  if (isRenamed)
    return (
      <NameForm
        label={t('category')}
        name={name}
        save={async (typed) => {
          await videoCategories.update(id, etag, { name: typed.trim() });
          await onChange();
        }}
        savedMessage={t('crud:saved')}
        onClose={() => setRenamed(false)}
      />
    );
  return (
    <Root>
      <Words>
        <span>{name}</span>
        <Muted $isCompact>{t('videosIn', { number: numbers.count(videos) })}</Muted>
      </Words>
      {can.update && (
        <IconButton label={t('crud:renameView', { name })} onPress={() => setRenamed(true)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
      {can.delete && (
        <DeleteButton
          size="small"
          label={t('removeCategory', { name })}
          question={t('crud:deleteTitle', { name })}
          act={async () => {
            await videoCategories.remove(id);
            await onChange();
          }}
        />
      )}
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
`;

const Words = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  max-block-size: 40dvb;
  overflow: auto;

  & > li {
    padding-block: ${space(2)};
    border-block-end: 1px solid ${colour.border};
  }
`;
