import { colour } from './theme.ts';

/** The kind of a message. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';

/** The colours of each tone: text on the page; a soft background and the text on it. */
export const toneColours = {
  info: { text: colour.infoText, soft: colour.infoSoft, onSoft: colour.onInfoSoft },
  success: { text: colour.successText, soft: colour.successSoft, onSoft: colour.onSuccessSoft },
  warning: { text: colour.warningText, soft: colour.warningSoft, onSoft: colour.onWarningSoft },
  danger: { text: colour.dangerText, soft: colour.dangerSoft, onSoft: colour.onDangerSoft },
} as const satisfies Record<Tone, Record<'text' | 'soft' | 'onSoft', string>>;
