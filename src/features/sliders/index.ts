import { Images } from 'lucide-react';
import { defineFeature } from '#crud/defineFeature.ts';
import { pagesOf } from '#crud/pagesOf.ts';
import { paths } from '#paths.ts';
import { mayWrite } from '#session/permission.ts';

export const feature = defineFeature('sliders', {
  id: 'feature:sliders',
  namespaces: ['files', 'arrange'],
  nav: { group: 'setup', label: 'sliders:title', about: 'sliders:emptyText', icon: Images, key: 's' },
  add: pagesOf('sliders').add,
  list: async () => (await import('./SlidersList.tsx')).SlidersList,
  form: async () => ({
    resource: (await import('./resource.ts')).resource,
    Fields: (await import('./SliderFields.tsx')).SliderFields,
  }),
  record: async () => (await import('./SlidersDetail.tsx')).SlidersDetail,
  more: [
    {
      path: paths.sliderOrder.pattern,
      page: async () => (await import('./SlidersOrder.tsx')).SlidersOrder,
      permission: mayWrite('sliders'),
    },
  ],
});
