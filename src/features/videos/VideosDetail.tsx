import { EditPage } from '#crud/EditPage.tsx';
import { useAbovePartner } from '#domain/PartnerPage.tsx';
import { useValueInWords } from './useValueInWords.ts';
import { useVideos } from './useVideos.ts';
import { VideoFields } from './VideoFields.tsx';
import { VideoPlace } from './VideoPlace.tsx';

/** One video and its player: `/dashboard/partners/{partnerId}/videos/{videoId}`. */
export function VideosDetail() {
  return (
    <EditPage
      resource={useVideos()}
      Fields={VideoFields}
      above={useAbovePartner()}
      inWords={useValueInWords()}
      renderBefore={(video) => <VideoPlace key={video.file?.id} video={video} />}
    />
  );
}
