import Type, { type Static } from 'typebox';
import { Etag, listQuery, page, verdicts } from './collection.ts';
import { Id, Instant, Name } from './fields.ts';
import { File } from './files.ts';

/** A slider image (specification §3: title, position, image, created). Positions go from 1 without gaps. */
export const Slider = Type.Object(
  {
    id: Id,
    etag: Etag,
    title: Type.String(),
    position: Type.Integer({ minimum: 1 }),
    image: File,
    created: Instant,
    can: verdicts(['update', 'delete']),
  },
  { $id: 'Slider' },
);
export type Slider = Static<typeof Slider>;

/** `POST sliders/`. The image is a file that the caller has uploaded with `purpose=slider`. The new one comes last. */
export const NewSlider = Type.Object({ title: Name, image: Id }, { $id: 'NewSlider', additionalProperties: false });
export type NewSlider = Static<typeof NewSlider>;

/** `PATCH sliders/{id}/`: what is left out stays as it is; another image takes the place of the one there is. */
export const SliderChanges = Type.Partial(Type.Object({ title: Name, image: Id }), {
  $id: 'SliderChanges',
  additionalProperties: false,
});

/** What the list may be ordered by. */
export const sliderOrderings = ['position', 'title', 'created'] as const;

/** `GET sliders/`: the query. By position when no ordering is named. */
export const SlidersQuery = listQuery(sliderOrderings, {});
export type SlidersQuery = Static<typeof SlidersQuery>;

/** `GET sliders/`: the answer. */
export const SlidersPage = page(Slider, 'SlidersPage');

/** `POST sliders/reorder/`: all ids, in the order that they are to have. When it is not all of them: 409 `conflict`. */
export const NewOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }) },
  { $id: 'NewOrder', additionalProperties: false },
);
