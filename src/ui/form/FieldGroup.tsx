import { type ReactNode, use } from 'react';
import { styled } from 'styled-components';
import { colour, font, media, space } from '../theme.ts';
import { Reading } from './reading.ts';

type FieldGroupProps = {
  title: string;
  /** One field per row. */
  isWide?: boolean;
  children: ReactNode;
};

/** A group of fields with a title: beside the fields if there is room. Fields that are only read are a list of values. */
export function FieldGroup({ title, isWide = false, children }: FieldGroupProps) {
  const isReading = use(Reading) !== null;
  if (isReading)
    return (
      <Group as="section">
        <Legend as="h2">{title}</Legend>
        <Fields as="dl" $isWide={isWide} $least="200px">
          {children}
        </Fields>
      </Group>
    );
  return (
    <Group>
      <Legend>{title}</Legend>
      <Fields $isWide={isWide} $least="260px">
        {children}
      </Fields>
    </Group>
  );
}

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)} ${space(8)};
  min-inline-size: 0;
  padding: 0 0 ${space(5)};
  border: 0;

  & + & {
    padding-block-start: ${space(5)};
    border-block-start: 1px solid ${colour.border};
  }

  ${media.wide} {
    grid-template-columns: 200px minmax(0, 1fr);
  }
`;

const Legend = styled.legend`
  float: inline-start;
  padding: 0;
  font-size: ${font.size.body};
  font-weight: ${font.weight.semibold};
`;

/** Columns of at least `$least`: values need less room than inputs. */
const Fields = styled.div<{ $isWide: boolean; $least: string }>`
  display: grid;
  grid-template-columns: ${({ $isWide, $least }) =>
    $isWide ? 'minmax(0, 1fr)' : `repeat(auto-fill, minmax(min(100%, ${$least}), 1fr))`};
  gap: ${space(4)};
  align-items: start;
  max-inline-size: 720px;
`;
