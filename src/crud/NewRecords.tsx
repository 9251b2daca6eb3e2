import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useWord, type Word } from '#i18n/words.ts';
import { visuallyHidden } from '#ui/theme.ts';
import { createdOf } from './createdOf.ts';

/** How long the text stays, in milliseconds: afterwards the same text is read out again. */
const stays = 5_000;

type NewRecordsProps = {
  /** The first page of a list, the newest first; undefined while it is read. */
  records: readonly unknown[] | undefined;
  /** Identifies the list with its filters: other records of another one are not new. */
  list: string;
  /** The text with the number: `{{number}}`. */
  text: Word;
};

/** Tells screen readers how many records have appeared at the top of a list that is read again by itself. */
export function NewRecords({ records, list, text }: NewRecordsProps) {
  const word = useWord();
  const region = useRef<HTMLDivElement>(null);
  const known = useRef<{ list: string; newest: string } | null>(null);
  useEffect(() => {
    if (!records) return undefined;
    const created = records.map((record) => createdOf(record) ?? '');
    const before = known.current?.list === list ? known.current.newest : null;
    known.current = { list, newest: created[0] ?? before ?? '' };
    const number = before === null ? 0 : created.filter((at) => at > before).length;
    const place = region.current;
    if (number === 0 || !place) return undefined;
    place.textContent = word(text, { number: String(number) });
    const timer = setTimeout(() => {
      place.textContent = '';
    }, stays);
    return () => clearTimeout(timer);
  }, [records, list, text, word]);
  return <Region ref={region} aria-live="polite" />;
}

const Region = styled.div`
  ${visuallyHidden}
`;
