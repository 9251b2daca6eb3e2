import { webhookEventTypes } from '../../../contract/webhookLimits.ts';
import type { AddRecords } from '../content.ts';
import { contentWords } from '../locale.ts';
import { seededRandom } from '../random.ts';

/** Adds a webhook, disabled, because nobody receives what it would send. */
export const addRecords: AddRecords = async (trx, deployment, { key, created }) => {
  await trx
    .insertInto('webhooks')
    .values({
      id: seededRandom(`${key}/webhooks`).id(),
      url: 'https://payroll.example.com/signboard',
      description: contentWords(deployment).webhook,
      event_types: [...webhookEventTypes],
      enabled: false,
      disabled_because: 'owner',
      created,
    })
    .execute();
};
