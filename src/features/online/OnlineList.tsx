import { InterpretationsList } from '#domain/interpretations/InterpretationsList.tsx';
import { place } from './place.ts';

/** Online interpretations: `/dashboard/online`. */
export function OnlineList() {
  return <InterpretationsList at={place} />;
}
