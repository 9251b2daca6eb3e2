import { styled } from 'styled-components';

/** The beginning of a text, two lines at most. */
export function Excerpt({ text }: { text: string }) {
  return <Lines>{text}</Lines>;
}

const Lines = styled.span`
  display: -webkit-box;
  max-inline-size: 32ch;
  overflow: hidden;
  font-variant-numeric: normal;
  text-overflow: ellipsis;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
