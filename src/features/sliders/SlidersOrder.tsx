import { useTranslation } from 'react-i18next';
import type { Slider } from '../../../contract/sliders.ts';
import { orderSliders, sliders } from '#api/sliders.ts';
import { maxArranged, OrderPage } from '#domain/OrderPage.tsx';
import { paths } from '#paths.ts';
import { SliderName } from './SliderName.tsx';

type ArrangedSlider = Slider & { name: string; below?: readonly ArrangedSlider[] };

const read = sliders.list({ ordering: 'position', page_size: maxArranged });

/** Orders the slider images: `/dashboard/sliders/order`. */
export function SlidersOrder() {
  const { t } = useTranslation('sliders');
  return (
    <OrderPage<Slider, ArrangedSlider>
      list={{ label: t('title'), href: paths.sliders.list.href() }}
      read={read}
      path={sliders.path}
      toItem={(slider) => ({ ...slider, name: slider.title })}
      renderItem={(slider) => <SliderName {...slider} />}
      save={(_, ids) => orderSliders(ids)}
    />
  );
}
