import type { Department, NewDepartment } from '../../contract/departments.ts';
import { collection } from './collection.ts';

/** `departments/`. */
export const departments = collection<Department, NewDepartment, Partial<NewDepartment>>('departments/');
