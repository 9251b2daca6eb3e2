import { styled } from 'styled-components';
import type { Slider } from '../../../contract/sliders.ts';
import { useLinkedFile } from '#api/files.ts';
import { colour, radius, space } from '#ui/theme.ts';

/** The title of a slider image beside a thumbnail. */
export function SliderName({ title, image }: Pick<Slider, 'title' | 'image'>) {
  const linked = useLinkedFile(image);
  return (
    <Root>
      <Frame>{linked && <img src={linked.url} alt="" loading="lazy" />}</Frame>
      <span>{title}</span>
    </Root>
  );
}

const Root = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(3)};

  & > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

const Frame = styled.span`
  flex-shrink: 0;
  inline-size: 64px;
  block-size: 36px;
  overflow: hidden;
  border: 1px solid ${colour.border};
  border-radius: ${radius.small};
  background: ${colour.surfaceSunken};

  & > img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
`;
