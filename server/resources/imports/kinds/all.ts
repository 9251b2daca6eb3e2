import type { ImportKind } from '../../../../contract/importKinds.ts';
import { interpretations } from './interpretations.ts';
import { people } from './people.ts';
import { contacts, partners, venues } from './places.ts';
import { reservations } from './reservations.ts';
import type { ImportRules } from './rules.ts';
import { shifts } from './shifts.ts';

/** The rules of each kind. */
export const rulesOf: Record<ImportKind, ImportRules> = {
  users: people,
  partners,
  venues,
  contacts,
  shifts,
  reservations,
  interpretations,
};
