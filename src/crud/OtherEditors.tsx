import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedKind } from '../../contract/editors.ts';
import { sayClosed, sayClosedOnLeave, sayOpen, watchEditors } from '#api/editors.ts';
import { randomId } from '#lib/randomId.ts';
import { userAtom } from '#session/session.ts';
import { Banner } from '#ui/Banner.tsx';

/** How often an open form says that it is still open, in milliseconds: three times before it counts as closed. */
const renewEvery = 25_000;

/** The names of the other people who have the form of a record open, where the backend knows. */
function useOtherEditors(kind: EditedKind, record: string): string[] {
  const isOffered = useAtomValue(userAtom)?.offers.includes('events') ?? false;
  const [others, setOthers] = useState<string[]>([]);
  useEffect(() => {
    if (!isOffered) return undefined;
    const form = randomId();
    let isOpen = true;
    const say = () => {
      sayOpen({ form, kind, record }).then(
        (answer) => {
          if (isOpen) setOthers(answer.others);
          // Closed while the call was under way.
          else void sayClosed(form).catch(() => undefined);
        },
        () => undefined,
      );
    };
    say();
    const timer = setInterval(say, renewEvery);
    const unwatch = watchEditors(record, say);
    const leave = () => void sayClosedOnLeave(form);
    window.addEventListener('pagehide', leave);
    return () => {
      isOpen = false;
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      unwatch();
      sayClosed(form).catch(() => undefined);
    };
  }, [isOffered, kind, record]);
  return others;
}

/** A line that says who else has the form of a record open. */
export function OtherEditors({ kind, record }: { kind: EditedKind; record: string }) {
  const { t } = useTranslation('crud');
  const others = useOtherEditors(kind, record);
  const [name, ...more] = others;
  if (name === undefined) return null;
  return (
    <Banner tone="info">
      {more.length === 0 ? t('alsoEditing', { name }) : t('othersEditing', { names: others.join(', ') })}
    </Banner>
  );
}
