import { styled } from 'styled-components';
import { colour, radius } from '../theme.ts';
import type { ShownFile } from './FileField.tsx';

/** The stored file of a record to look at: a picture, or its name as a link. */
export function KeptFile({ file: { name, url, media_type } }: { file: ShownFile }) {
  if (url === null) return name;
  if (media_type.startsWith('image/')) return <Picture src={url} alt={name} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

const Picture = styled.img`
  display: block;
  max-inline-size: min(100%, 320px);
  max-block-size: 160px;
  border: 1px solid ${colour.border};
  border-radius: ${radius.medium};
`;
