import { useTranslation } from 'react-i18next';
import type { Video } from '../../../contract/videos.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** Where a video is played from, and how large a file of ours is. */
export function SourceName({ video: { file } }: { video: Video }) {
  const { t } = useTranslation('videos');
  const { numbers } = useFormats();
  return file ? `${t('file')} (${numbers.fileSize(file.size)})` : t('link');
}
