/**
 * Characters without a form of their own: soft hyphens, zero-width spaces, marks and overrides of direction, byte order marks. They make
 * different texts look the same, and hide what a text says.
 */
const formatCharacters =
  /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** Joiners, except between letters of scripts that need them, and within an emoji. */
const looseJoiners =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Spaces of any width, and letters that look like one. */
const spaces = /[\p{Zs}\u2800\u3164\uffa0]/gu;

/**
 * A text as it is stored, compared and searched for: canonical composition (NFC), no format characters, ordinary spaces, none at the ends.
 * In a text of one line, several spaces in a row become one. Not for passwords, tokens and secrets.
 */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(formatCharacters, '')
    .replace(looseJoiners, '')
    .replace(spaces, ' ')
    .trim();
  return plain.includes('\n') ? plain : plain.replace(/ {2,}/g, ' ');
}
