import { CreatePage } from '#crud/CreatePage.tsx';
import { resource } from './resource.ts';
import { SliderFields } from './SliderFields.tsx';

/** Creates a slider image: `/dashboard/sliders/create`. */
export function SlidersCreate() {
  return <CreatePage resource={resource} Fields={SliderFields} />;
}
