import { EditPage } from '#crud/EditPage.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { resource } from './resource.ts';

/** One partner: `/dashboard/partners/{id}`. */
export function PartnersDetail() {
  return <EditPage of={resource} Fields={PartnerFields} />;
}
