import { colour } from './tokens.ts';

/** What kind of news something is. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

/** The colours of each tone: words on a plain ground; a soft ground and the words on it. */
export const toneColours = {
  info: { text: colour.infoText, soft: colour.infoSoft, onSoft: colour.onInfoSoft },
  success: { text: colour.successText, soft: colour.successSoft, onSoft: colour.onSuccessSoft },
  warning: { text: colour.warningText, soft: colour.warningSoft, onSoft: colour.onWarningSoft },
  danger: { text: colour.dangerText, soft: colour.dangerSoft, onSoft: colour.onDangerSoft },
} as const satisfies Record<Tone, Record<'text' | 'soft' | 'onSoft', string>>;
