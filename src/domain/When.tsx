import { useFormats } from '#i18n/useFormats.ts';

/** An instant on the deployment's clock. */
export function When({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.dateTime(at)}</time>;
}
