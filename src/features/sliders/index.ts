import { Images } from 'lucide-react';
import type { Feature } from '#app/feature.ts';
import { paths } from '#paths.ts';
import { mayRead, mayWrite } from '#session/permission.ts';
import { add } from './add.ts';

export const feature: Feature = {
  id: 'feature:sliders',
  namespaces: ['sliders', 'crud', 'files', 'arrange'],
  nav: { label: 'sliders:title', to: paths.sliders.href(), icon: Images, key: 's' },
  add,
  finds: { sliders: ({ id }) => paths.slider.href({ id }) },
  routes: [
    { path: paths.sliders.pattern, page: async () => (await import('./SlidersList.tsx')).SlidersList },
    {
      path: paths.sliderOrder.pattern,
      page: async () => (await import('./SlidersOrder.tsx')).SlidersOrder,
      permission: mayWrite('sliders'),
    },
    {
      path: paths.sliderCreate.pattern,
      page: async () => (await import('./SlidersCreate.tsx')).SlidersCreate,
      permission: mayWrite('sliders'),
    },
    { path: paths.slider.pattern, page: async () => (await import('./SlidersDetail.tsx')).SlidersDetail },
  ],
  permission: mayRead('sliders'),
};
