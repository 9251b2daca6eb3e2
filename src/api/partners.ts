import type { NewPartner, Partner, PartnerChanges } from '../../contract/partners.ts';
import { collection } from './collection.ts';

/** `partners/`. */
export const partners = collection<Partner, NewPartner, PartnerChanges>('partners/');
