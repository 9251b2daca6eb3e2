import type { NewSlider, Slider } from '../../../contract/sliders.ts';
import { sliders } from '#api/sliders.ts';
import type { Resource } from '#crud/resource.ts';
import { paths } from '#paths.ts';
import { add } from './add.ts';

/** The pictures at the top of the mobile app. */
export const resource: Resource<Slider, NewSlider, NewSlider> = {
  collection: sliders,
  title: 'sliders:title',
  empty: 'sliders:empty',
  emptyText: 'sliders:emptyText',
  nameOf: ({ title }) => title,
  listHref: paths.sliders.list.href(),
  href: ({ id }) => paths.sliders.record.href({ id }),
  addedHref: () => paths.sliders.list.href(),
  add,
  emptyValues: { title: '', image: '' },
  valuesOf: ({ title, image }) => ({ title, image: image.id }),
  toBody: ({ title, image }) => ({ title: title.trim(), image }),
};
