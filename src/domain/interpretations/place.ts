import type { Interpretation } from '../../../contract/interpretationRecords.ts';
import type { Channel } from '../../../contract/interpretations.ts';
import { interpretationList, interpretations } from '#api/interpretations.ts';
import type { Listed } from '#crud/resource.ts';
import type { Word } from '#i18n/words.ts';
import { paths } from '#paths.ts';
import { screenOf } from '#views/address.ts';

/** The list of one channel: its texts. */
export type Place = { channel: Channel; title: Word; empty: Word; emptyText: Word };

/** The address of a channel's list. */
export const listHref = (channel: Channel) => (channel === 'online' ? paths.online : paths.offline).href();

/** The address of one interpretation. */
export const hrefOf = ({ id, channel }: Pick<Interpretation, 'id' | 'channel'>) =>
  (channel === 'online' ? paths.onlineInterpretation : paths.offlineInterpretation).href({ id });

/** The interpretations of a channel as lists need them. */
export function listedAt({ channel, ...words }: Place): Listed<Interpretation> {
  return {
    ...words,
    screen: `${screenOf(interpretations.path)}/${channel}`,
    collection: {
      path: interpretations.path,
      list: (params) => interpretationList({ ...params, channel: [channel] }),
    },
    announces: 'interpretations:newRequests',
    nameOf: ({ created }) => created,
    href: hrefOf,
  };
}
