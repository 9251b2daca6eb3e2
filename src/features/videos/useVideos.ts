import { useMemo } from 'react';
import type { NewVideo, Video } from '../../../contract/videos.ts';
import { videosOf } from '#api/videos.ts';
import type { Resource } from '#crud/resource.ts';
import { useParams } from '#lib/router.ts';
import { paths } from '#paths.ts';
import { emptyVideo, toVideo, valuesOf, type VideoValues } from './videoForm.ts';

/** The videos of the partner in the address. */
export function useVideos(): Resource<Video, NewVideo, VideoValues> {
  const { partner = '' } = useParams();
  return useMemo(
    () => ({
      collection: videosOf(partner),
      title: 'videos:title',
      empty: 'videos:empty',
      emptyText: 'videos:emptyText',
      nameOf: ({ title }) => title,
      listHref: paths.videos.list.href({ partner }),
      href: ({ id }) => paths.videos.record.href({ partner, id }),
      add: { label: 'videos:add', href: paths.videos.create.href({ partner }), kind: 'videos' },
      emptyValues: emptyVideo,
      valuesOf,
      toBody: toVideo,
    }),
    [partner],
  );
}
