import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { form, Id, Instant, Name, named, partialForm } from './fields.ts';
import { File } from './files.ts';

/** A slider image (R144). Positions go from 1 without gaps. */
export const Slider = named('Slider', {
  id: Id,
  etag: Etag,
  title: Type.String(),
  position: Type.Integer({ minimum: 1 }),
  image: File,
  created: Instant,
  can: verdicts(['update', 'delete']),
});
export type Slider = Static<typeof Slider>;

/**
 * `POST sliders/`. The image is a file that the caller has uploaded with `purpose=slider`. The new slider comes last.
 */
export const NewSlider = form('NewSlider', { title: Name, image: Id });
export type NewSlider = Static<typeof NewSlider>;

/** `PATCH sliders/{id}/`: omitted fields stay unchanged; a new image replaces the old one. */
export const SliderChanges = partialForm('SliderChanges', { title: Name, image: Id });

/** The sort keys of the list. */
export const sliderOrderings = ['position', 'title', 'created'] as const;

/** `GET sliders/`: the query. Ordered by position by default. */
export const SlidersQuery = listQuery(sliderOrderings, {});
export type SlidersQuery = Static<typeof SlidersQuery>;

/** `GET sliders/`: the response. */
export const SlidersPage = page(Slider, 'SlidersPage');

/** `POST sliders/reorder/`: all ids in the new order. An incomplete list: 409 `conflict`. */
export const NewOrder = form('NewOrder', { ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }) });
