import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useInvalidate, useQuery } from '#api/query.ts';
import { videoCategories } from '#api/videos.ts';
import { randomId } from '#lib/randomId.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { name } from '#ui/form/recordChecks.ts';
import { SubmitButton } from '#ui/form/SubmitButton.tsx';
import { Stack } from '#ui/Stack.ts';
import { colour, space } from '#ui/theme.ts';
import { CategoryRow } from './CategoryRow.tsx';
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
          <FormTextField
            name="name"
            label={t('newCategory')}
            validate={name}
            autoComplete="off"
            autoFocus={added > 0}
          />
          <div>
            <SubmitButton>{t('addCategory')}</SubmitButton>
          </div>
        </Form>
      </Stack>
    </Dialog>
  );
}

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
