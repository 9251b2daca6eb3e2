import type { NewSlider, Slider } from '../../contract/sliders.ts';
import { collection } from './collection.ts';
import { post } from './http.ts';

/** `sliders/`. */
export const sliders = collection<Slider, NewSlider, Partial<NewSlider>>('sliders/');

/** Puts all slider images in order. Refused (409) when it is not all of them. */
export function orderSliders(ids: string[]): Promise<void> {
  return post(`${sliders.path}reorder/`, { ids });
}
