import { useTranslation } from 'react-i18next';
import { copyText } from '#lib/copyText.ts';
import { toast } from '#ui/toast.ts';

/** Copies a link, and shows whether that worked. */
export function useCopyLink() {
  const { t } = useTranslation('crud');
  return async (link: string) => {
    if (await copyText(link)) toast({ title: t('linkCopied'), tone: 'success' });
    else toast({ title: t('linkNotCopied'), description: link, tone: 'danger' });
  };
}
