import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Video } from '../../../contract/videos.ts';
import { useLinkedFile } from '#api/files.ts';
import { useInvalidate } from '#api/query.ts';
import { videosOf } from '#api/videos.ts';
import { EditPage } from '#crud/EditPage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Card } from '#ui/Card.ts';
import { Muted } from '#ui/Muted.ts';
import { RetryButton } from '#ui/RetryButton.tsx';
import { space } from '#ui/theme.ts';
import { VideoPlayer } from '#ui/VideoPlayer.tsx';
import { useCaptionLanguages } from './useCaptionLanguages.ts';
import { useVideoCategories } from './useVideoCategories.ts';
import { useVideos } from './useVideos.ts';
import { VideoFields } from './VideoFields.tsx';
import type { VideoValues } from './videoForm.ts';

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

/** Plays an uploaded video, or links to an external one. */
function VideoPlace({ video: { title, url, file, partner, captions, captions_language } }: { video: Video }) {
  const { t } = useTranslation('videos');
  const invalidate = useInvalidate();
  const linked = useLinkedFile(file);
  const text = useLinkedFile(captions);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Root as="section" aria-label={t('one')}>
      {url !== null && (
        <a href={url} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
      )}
      {linked && failed === linked.url && (
        <Banner
          tone="danger"
          isUrgent
          action={
            <RetryButton
              isPending={false}
              onPress={() => {
                setFailed(null);
                void invalidate(videosOf(partner).path);
              }}
            />
          }
        >
          {t('failed')}
        </Banner>
      )}
      {linked && failed !== linked.url && (
        <VideoPlayer
          src={linked.url}
          label={title}
          onFailed={() => setFailed(linked.url)}
          captions={
            text ? { src: text.url, language: captions_language ?? undefined, label: t('captions') } : undefined
          }
        />
      )}
      {linked && !captions && <Muted $isCompact>{t('noCaptions')}</Muted>}
      {linked && (
        <a href={linked.download_url} download>
          {t('download')}
        </a>
      )}
    </Root>
  );
}

const Root = styled(Card)`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
`;
