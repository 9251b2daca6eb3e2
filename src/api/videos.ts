import type { NewVideo, NewVideoCategory, Video, VideoCategory, VideoChanges } from '../../contract/videos.ts';
import { collection } from './collection.ts';

/** `partners/{partner}/videos/`. */
export const videosOf = (partner: string) => collection<Video, NewVideo, VideoChanges>(`partners/${partner}/videos/`);

/** `video_categories/`. */
export const videoCategories = collection<VideoCategory, NewVideoCategory, NewVideoCategory>('video_categories/');
