import { CreatePage } from '#crud/CreatePage.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { useVideos } from './useVideos.ts';
import { VideoFields } from './VideoFields.tsx';

/** Adds a video to a partner: `/dashboard/partners/{partnerId}/videos/create`. */
export function VideosCreate() {
  return <CreatePage resource={useVideos()} Fields={VideoFields} crumbs={usePartnerCrumbs()} />;
}
