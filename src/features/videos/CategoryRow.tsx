import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { VideoCategory } from '../../../contract/videos.ts';
import { videoCategories } from '#api/videos.ts';
import { NameForm } from '#ui/form/NameForm.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { DeleteButton } from '#ui/DeleteButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Muted } from '#ui/Muted.ts';
import { space } from '#ui/theme.ts';

type CategoryRowProps = { category: VideoCategory; onChange: () => Promise<void> };

/** One category with its number of videos, to rename and to delete. */
export function CategoryRow({ category: { id, etag, name, videos, can }, onChange }: CategoryRowProps) {
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
