import { useLocation, useNavigate } from '#lib/router.ts';

/** The state of the history entry of a form that was opened from the facts of its record. */
export const fromFacts = { isFromFacts: true };

function isFromFacts(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromFacts' in state;
}

/** Leads from the form of a record to its facts at `href`: back if the form was opened there, so that Back never leads into it again. */
export function useWayBack(href: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => void (isFromFacts(state) ? navigate(-1) : navigate(href, { replace: true }));
}
