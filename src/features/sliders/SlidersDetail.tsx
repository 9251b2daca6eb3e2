import { useTranslation } from 'react-i18next';
import { EditPage } from '#crud/EditPage.tsx';
import { resource } from './resource.ts';
import { SliderFields } from './SliderFields.tsx';

/** One slider image: `/dashboard/sliders/{id}`. */
export function SlidersDetail() {
  const { t } = useTranslation('sliders');
  return (
    <EditPage resource={resource} Fields={SliderFields} description={({ position }) => t('place', { position })} />
  );
}
