import { InterpretationsList } from '#domain/interpretations/InterpretationsList.tsx';
import { place } from './place.ts';

/** Live interpretations: `/dashboard/offline`. */
export function OfflineList() {
  return <InterpretationsList at={place} />;
}
