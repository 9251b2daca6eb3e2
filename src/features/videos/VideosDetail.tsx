import { EditPage } from '#crud/EditPage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { useValueFormatter } from './useValueFormatter.ts';
import { useVideos } from './useVideos.ts';
import { VideoFields } from './VideoFields.tsx';
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
