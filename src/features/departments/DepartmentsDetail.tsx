import { EditPage } from '#crud/EditPage.tsx';
import { DepartmentFields } from './DepartmentFields.tsx';
import { resource } from './resource.ts';

/** One of them: `/dashboard/departments/{id}`. */
export function DepartmentsDetail() {
  return <EditPage of={resource} Fields={DepartmentFields} />;
}
