import { CreatePage } from '#crud/CreatePage.tsx';
import { PersonFields } from '#domain/PersonFields.tsx';
import { usePartnerCrumbs } from '#domain/PartnerPage.tsx';
import { usePartnerUsers } from './usePartnerUsers.ts';

/** Adds a user to a partner: `/dashboard/partners/{partnerId}/users/create`. */
export function PartnerUsersCreate() {
  return <CreatePage resource={usePartnerUsers()} Fields={PersonFields} crumbs={usePartnerCrumbs()} />;
}
