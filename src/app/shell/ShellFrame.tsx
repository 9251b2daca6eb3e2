import { styled } from 'styled-components';
import { Logo } from '#tenant/Logo.tsx';
import { useTenant } from '#tenant/TenantProvider.tsx';
import { control, media } from '#ui/theme.ts';
import { Bar, OnPhone, Rail, RailBrand, RailHead, ShellGrid, Side } from './layout.ts';
import { StageBand } from './StageRibbon.tsx';

/**
 * The shell without everything that depends on the person, the page or the language. The build renders it, and signed-in people see it
 * until the app has started.
 */
export function ShellFrame({ isPinned }: { isPinned: boolean }) {
  const { brand, logo, stage } = useTenant();
  return (
    <>
      {stage && <StageBand />}
      <ShellGrid $isPinned={isPinned}>
        <Rail as="div" $isPinned={isPinned}>
          <RailHead $isPinned={isPinned}>
            <RailBrand>
              {isPinned ? <Logo height={28} /> : <img src={logo.icon} alt={brand} width={32} height={32} />}
            </RailBrand>
            <ButtonPlace $size="small" />
          </RailHead>
        </Rail>
        <Side>
          <Bar as="div">
            <OnPhone>
              <ButtonPlace $size="medium" />
              <Logo height={24} />
            </OnPhone>
          </Bar>
        </Side>
      </ShellGrid>
    </>
  );
}

const ButtonPlace = styled.span<{ $size: 'small' | 'medium' }>`
  flex-shrink: 0;
  inline-size: ${({ $size }) => control[$size]};
  block-size: ${({ $size }) => control[$size]};

  ${media.touch} {
    inline-size: ${({ $size }) => ($size === 'small' ? control.medium : control.touch)};
    block-size: ${({ $size }) => ($size === 'small' ? control.medium : control.touch)};
  }
`;
