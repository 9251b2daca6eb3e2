import type { NewPartnerCategory, PartnerCategory } from '../../contract/partnerCategories.ts';
import { collection } from './collection.ts';

/** `partner_categories/`. */
export const partnerCategories = collection<PartnerCategory, NewPartnerCategory, Partial<NewPartnerCategory>>(
  'partner_categories/',
);
