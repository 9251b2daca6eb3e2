import { styled } from 'styled-components';
import { useSettings } from '#settings/useSettings.ts';
import { useTenant } from './TenantProvider.tsx';

/** The deployment's logo for the current palette; its alternative text is the brand. */
export function Logo({ height = 32 }: { height?: number }) {
  const { brand, logo } = useTenant();
  const { settings } = useSettings();
  return <Picture src={logo[settings.paletteMode]} alt={brand} height={height} />;
}

const Picture = styled.img`
  inline-size: auto;
  aspect-ratio: auto var(--logo-ratio);
  min-inline-size: 0;
  max-inline-size: 100%;
  object-fit: contain;
  object-position: 0 50%;

  [dir='rtl'] & {
    object-position: 100% 50%;
  }
`;
