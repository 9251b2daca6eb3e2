import { styled } from 'styled-components';

/** The beginning of the notes; the page of the feedback has all of them. */
export function Notes({ text }: { text: string }) {
  return <Lines dir="auto">{text}</Lines>;
}

const Lines = styled.span`
  display: -webkit-box;
  max-inline-size: 44ch;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
