import { InterpretationsList } from '#domain/interpretations/InterpretationsList.tsx';
import { place } from './place.ts';

/** Live interpretations, as they come: `/dashboard/offline`. */
export function OfflineList() {
  return <InterpretationsList at={place} />;
}
