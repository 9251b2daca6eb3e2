import { InterpretationPage } from '#domain/interpretations/InterpretationPage.tsx';
import { place } from './place.ts';

/** One online interpretation: `/dashboard/online/{id}`. */
export function OnlineDetail() {
  return <InterpretationPage at={place} />;
}
