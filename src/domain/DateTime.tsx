import { useFormats } from '#i18n/useFormats.ts';

/** Date and time in the deployment's time zone. */
export function DateTime({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.dateTime(at)}</time>;
}

/** The date in the deployment's time zone. */
export function Day({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.day(dates.dayOf(at))}</time>;
}

/** The time of day in the deployment's time zone. */
export function Time({ at }: { at: string }) {
  const { dates } = useFormats();
  return <time dateTime={at}>{dates.time(at)}</time>;
}
