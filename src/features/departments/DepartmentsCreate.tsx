import { CreatePage } from '#crud/CreatePage.tsx';
import { DepartmentFields } from './DepartmentFields.tsx';
import { resource } from './resource.ts';

/** Adds one: `/dashboard/departments/create`. */
export function DepartmentsCreate() {
  return <CreatePage of={resource} Fields={DepartmentFields} />;
}
