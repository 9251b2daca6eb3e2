import { CreatePage } from '#crud/CreatePage.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { resource } from './resource.ts';

/** Creates a partner: `/dashboard/partners/create`. */
export function PartnersCreate() {
  return <CreatePage resource={resource} Fields={PartnerFields} />;
}
