import type { InterpreterResponse } from '../../../contract/reservations.ts';
import type { Tone } from '#ui/tones.ts';

const tones: Record<InterpreterResponse, Tone | 'neutral'> = {
  not_asked: 'neutral',
  asked: 'neutral',
  offered: 'neutral',
  accepted: 'success',
  declined: 'danger',
  handed_back: 'danger',
};

/** The tone of an interpreter's answer; null for one that is not known, as of other backends. */
export function responseTone(response: InterpreterResponse): Tone | 'neutral' | null {
  return Object.hasOwn(tones, response) ? tones[response] : null;
}
