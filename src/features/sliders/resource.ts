import type { NewSlider, Slider } from '../../../contract/sliders.ts';
import { sliders } from '#api/sliders.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';

/** The pictures at the top of the mobile app. */
export const resource: Resource<Slider, NewSlider, NewSlider> = {
  ...pagesOf('sliders'),
  collection: sliders,
  nameOf: ({ title }) => title,
  addedHref: () => paths.sliders.list.href(),
  emptyValues: { title: '', image: '' },
  valuesOf: ({ title, image }) => ({ title, image: image.id }),
  toBody: ({ title, image }) => ({ title: title.trim(), image }),
};
