import { useEffect, useState } from 'react';

/** Whole seconds until `moment` (milliseconds since 1970), counting down to 0. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // Keeps running at 0: a later `moment` is counted from the current time.
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
