import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Video } from '../../../contract/videos.ts';
import { AddButton } from '#crud/AddButton.tsx';
import { type Column, List } from '#crud/List.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { PartnerPage } from '#domain/PartnerPage.tsx';
import { useFormats } from '#i18n/useFormats.ts';
import { useMayWrite } from '#session/useMayWrite.ts';
import { Button } from '#ui/Button.tsx';
import type { Filter } from '#ui/list/filters.ts';
import { space } from '#ui/theme.ts';
import { CategoriesDialog } from './CategoriesDialog.tsx';
import { useVideoCategories } from './useVideoCategories.ts';
import { useVideos } from './useVideos.ts';

const columns = [
  { key: 'title', label: 'videos:name', sortBy: 'title', cell: ({ title }) => title },
  { key: 'category', label: 'videos:category', cell: ({ category_name }) => category_name ?? '–' },
  { key: 'source', label: 'videos:source', cell: (video) => <SourceName video={video} /> },
  { key: 'created', label: 'videos:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
] satisfies Column<Video>[];

/** The videos of a partner: `/dashboard/partners/{partnerId}/videos`. */
export function VideosList() {
  const { t } = useTranslation('videos');
  const videos = useVideos();
  const categories = useVideoCategories();
  const filters = useMemo(
    (): Filter[] =>
      categories.length > 0 ? [{ kind: 'choices', name: 'category', label: t('category'), choices: categories }] : [],
    [t, categories],
  );
  return (
    <PartnerPage
      action={
        <Acts>
          <CategoriesButton />
          <AddButton resource={videos} />
        </Acts>
      }
    >
      <List resource={videos} columns={columns} defaultOrdering="-created" filters={filters} />
    </PartnerPage>
  );
}

/** The source of a video, and the size of an uploaded file. */
function SourceName({ video: { file } }: { video: Video }) {
  const { t } = useTranslation('videos');
  const { numbers } = useFormats();
  return file ? `${t('file')} (${numbers.fileSize(file.size)})` : t('link');
}

/** Opens the categories of videos, for people who may change them. */
function CategoriesButton() {
  const { t } = useTranslation('videos');
  const mayWrite = useMayWrite('video_categories');
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('categories')}</Button>
      <CategoriesDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
