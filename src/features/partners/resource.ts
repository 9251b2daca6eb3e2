import type { NewPartner, Partner } from '../../../contract/partners.ts';
import { partners } from '#api/partners.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { DeletedAlong } from './DeletedAlong.tsx';
import { emptyPartner, type PartnerValues, toPartner, valuesOf } from './partnerForm.ts';

/** The organisations whose customers are interpreted for. */
export const resource: Resource<Partner, NewPartner, PartnerValues> = {
  ...pagesOf('partners'),
  collection: partners,
  nameOf: ({ name }) => name,
  emptyValues: emptyPartner,
  valuesOf,
  toBody: toPartner,
  undeletableBecause: ({ can, users, reservations }) => {
    if (!can.update) return undefined;
    if (users > 0) return 'errors:partner_has_users';
    return reservations > 0 ? 'errors:partner_has_reservations' : undefined;
  },
  DeletedAlong,
};
