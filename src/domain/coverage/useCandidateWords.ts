import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FreeInterpreter, FreeReason, Reservation } from '../../../contract/reservations.ts';
import { useExcessWords } from '#domain/useExcessWords.ts';
import { useFormats } from '#i18n/useFormats.ts';

/** What a reservation asks for, as far as the facts about a candidate depend on it. */
type Wanted = Pick<Reservation, 'type' | 'languages'>;

/** Says of a candidate for a reservation in one line what speaks for and against them, and what gave them their points. */
export function useCandidateWords() {
  const { t } = useTranslation('reservations');
  const { dates, numbers } = useFormats();
  const excessWords = useExcessWords();
  // The functions stay the same until the language changes, so that callers can keep what they computed for hundreds of candidates.
  return useMemo(() => {
    const load = (minutes: number) =>
      minutes === 0 ? t('candidate.noLoad') : t('candidate.load', { time: numbers.duration(minutes) });
    const factOf = (reason: FreeReason, value: number, { shift }: FreeInterpreter, { type, languages }: Wanted) => {
      if (reason === 'shift') return t(value === 1 ? 'inShift' : 'candidate.noShift');
      if (reason === 'load') return load(value);
      if (reason === 'past_work') return value > 0 && t('candidate.knows');
      if (reason === 'languages' && value === 0) return languages.length > 0 && t('candidate.noLanguages');
      if (reason === 'languages')
        return languages.length > 0 && t('candidate.languages', { value, of: languages.length });
      if (type !== 'site' || shift === null) return false;
      return value === 0 ? t('candidate.there') : t('candidate.away', { time: numbers.duration(value) });
    };
    const factsOf = (candidate: FreeInterpreter, wanted: Wanted) =>
      candidate.reasons.flatMap(({ reason, value, points, of }) => {
        const fact = factOf(reason, value, candidate, wanted);
        return fact ? [{ fact, points: `${points}/${of}` }] : [];
      });
    return {
      /** Why they cannot take it: "Booked for “Court hearing”, 10:00–11:30". Null if they can. */
      whyNot: ({ obstacle, in_the_way: hindrance }: FreeInterpreter) => {
        if (obstacle === null) return null;
        const time = hindrance && `${dates.time(hindrance.from)}–${dates.time(hindrance.to)}`;
        return time || obstacle === 'language' || obstacle === 'never_again'
          ? t(`whyNots.${obstacle}`, { name: hindrance?.name, time })
          : t(`obstacles.${obstacle}`);
      },
      /** "On shift · 30 min away · 3 h that week". Who has answered it before has their answer first, then who prefers them. */
      sentence: (candidate: FreeInterpreter, wanted: Wanted) => {
        const { response, preferred_by: by, excess } = candidate;
        const answer = response === 'declined' || response === 'handed_back' ? [t(`responses.${response}`)] : [];
        const wish = by ? [t(`preferredBy.${by}`)] : [];
        return [...answer, ...wish, ...factsOf(candidate, wanted).map(({ fact }) => fact), ...excessWords(excess)].join(
          ' · ',
        );
      },
      /** "80 of 100 points: On shift 30/30, …". */
      points: (candidate: FreeInterpreter, wanted: Wanted) => {
        const all = factsOf(candidate, wanted).map(({ fact, points }) => `${fact} ${points}`);
        return [t('score', { score: candidate.score }), all.join(', ')].filter(Boolean).join(': ');
      },
    };
  }, [t, dates, numbers, excessWords]);
}
