import { useTranslation } from 'react-i18next';
import type { Video } from '../../../contract/videos.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** The source of a video, and the size of an uploaded file. */
export function SourceName({ video: { file } }: { video: Video }) {
  const { t } = useTranslation('videos');
  const { numbers } = useFormats();
  return file ? `${t('file')} (${numbers.fileSize(file.size)})` : t('link');
}
