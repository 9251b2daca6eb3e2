import { CreatePage } from '#crud/CreatePage.tsx';
import { ClosureFields } from './ClosureFields.tsx';
import { resource } from './resource.ts';

/** Creates a category: `/dashboard/closure/create`. */
export function ClosureCreate() {
  return <CreatePage resource={resource} Fields={ClosureFields} />;
}
