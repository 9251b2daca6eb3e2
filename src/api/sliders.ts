import type { NewSlider, Slider } from '../../contract/sliders.ts';
import { collection } from './collection.ts';
import { post } from './http.ts';

/** `sliders/`. */
export const sliders = collection<Slider, NewSlider, Partial<NewSlider>>('sliders/');

/** Sets the order of all slider images. 409 if `ids` is incomplete. */
export function orderSliders(ids: string[]): Promise<void> {
  return post(`${sliders.path}reorder/`, { ids });
}
