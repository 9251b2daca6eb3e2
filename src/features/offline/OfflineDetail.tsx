import { InterpretationPage } from '#domain/interpretations/InterpretationPage.tsx';
import { place } from './place.ts';

/** One live interpretation: `/dashboard/offline/{id}`. */
export function OfflineDetail() {
  return <InterpretationPage at={place} />;
}
