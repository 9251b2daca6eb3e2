import { partNames } from '../image/imageName.ts';
import { type ImageOptions, type WrittenImage, writeImages } from '../image/index.ts';
import { checkApiImages } from './apiIsolation.ts';

/**
 * Writes the images of built deployments and proves that no API image contains another deployment.
 * @throws CommandError as `writeImages`, or naming the files that contain another deployment
 */
export async function buildImages(options: ImageOptions): Promise<WrittenImage[]> {
  const images = await writeImages(options);
  if ((options.parts ?? partNames).includes('api')) await checkApiImages(options);
  return images;
}
