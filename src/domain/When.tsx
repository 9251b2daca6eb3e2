import { useFormats } from '#i18n/useFormats.ts';

/** An instant on the deployment's clock. */
export function When({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.dateTime(at)}</time>;
}

/** The day of an instant on the deployment's calendar. */
export function Day({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.day(dates.dayOf(at))}</time>;
}

/** The time of day of an instant on the deployment's clock. */
export function Time({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.time(at)}</time>;
}
