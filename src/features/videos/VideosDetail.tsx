import { useTranslation } from 'react-i18next';
import { EditPage } from '#crud/EditPage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { useCaptionLanguages } from './useCaptionLanguages.ts';
import { useVideoCategories } from './useVideoCategories.ts';
import { useVideos } from './useVideos.ts';
import { VideoFields } from './VideoFields.tsx';
import type { VideoValues } from './videoForm.ts';
import { VideoPlace } from './VideoPlace.tsx';

/** One video and its player: `/dashboard/partners/{partnerId}/videos/{videoId}`. */
export function VideosDetail() {
  return (
    <EditPage
      resource={useVideos()}
      Fields={VideoFields}
      crumbs={usePartnerCrumbs()}
      formatValue={useValueFormatter()}
      renderBefore={(video) => <VideoPlace key={video.file?.id} video={video} />}
    />
  );
}

/** Formats the values of a video's form that are codes or ids. */
function useValueFormatter() {
  const { t } = useTranslation('videos');
  const categories = useVideoCategories();
  const languages = useCaptionLanguages();
  return (name: keyof VideoValues, value: VideoValues[keyof VideoValues]): string | undefined => {
    if (name === 'category') return categories.find((choice) => choice.value === value)?.label ?? t('noCategory');
    if (name === 'source') return t(value === 'file' ? 'file' : 'link');
    if (name === 'file') return value && t('file');
    if (name === 'captions') return value && t('captions');
    if (name === 'captions_language') return languages.find((choice) => choice.value === value)?.label;
    return undefined;
  };
}
