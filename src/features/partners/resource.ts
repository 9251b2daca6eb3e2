import type { NewPartner, Partner } from '../../../contract/partners.ts';
import { partners } from '#api/partners.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';
import { DeletedAlong } from './DeletedAlong.tsx';
import { emptyPartner, type PartnerValues, toPartner, valuesOf } from './partnerForm.ts';

/** The organisations whose customers are interpreted for. */
export const resource: Resource<Partner, NewPartner, PartnerValues> = {
  collection: partners,
  title: 'partners:title',
  empty: 'partners:empty',
  emptyText: 'partners:emptyText',
  nameOf: ({ name }) => name,
  listHref: paths.partners.list.href(),
  href: ({ id }) => paths.partners.record.href({ id }),
  add,
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
