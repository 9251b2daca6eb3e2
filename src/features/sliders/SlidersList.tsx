import type { Slider } from '../../../contract/sliders.ts';
import type { Column } from '#crud/List.tsx';
import { OrderedListPage } from '#domain/OrderedListPage.tsx';
import { DateTime } from '#domain/DateTime.tsx';
import { paths } from '#paths.ts';
import { resource } from './resource.ts';
import { SliderName } from './SliderName.tsx';

/** The columns of the list (R122). */
const columns = [
  {
    key: 'title',
    label: 'sliders:name',
    sortBy: 'title',
    cell: (slider) => <SliderName {...slider} />,
    title: ({ title }) => title,
  },
  { key: 'position', label: 'sliders:position', sortBy: 'position', cell: ({ position }) => position },
  { key: 'created', label: 'sliders:created', sortBy: 'created', cell: ({ created }) => <DateTime at={created} /> },
] satisfies Column<Slider>[];

/** The slider images in their order: `/dashboard/sliders`. */
export function SlidersList() {
  return (
    <OrderedListPage
      resource={resource}
      columns={columns}
      defaultOrdering="position"
      orderHref={paths.sliderOrder.href()}
    />
  );
}
