import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { space } from './theme.ts';

/** The facts of a record, and beside them what describes it in short; below each other where there is little room, the aside first. */
export function RecordColumns({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  if (!aside) return children;
  return (
    <Room>
      <Columns>
        <Aside>{aside}</Aside>
        <Main>{children}</Main>
      </Columns>
    </Room>
  );
}

const Room = styled.div`
  container-type: inline-size;
`;

const Part = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(6)};
  min-inline-size: 0;
`;

const Main = styled(Part)``;

const Aside = styled(Part)``;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  align-items: start;

  @container (min-width: 940px) {
    grid-template-columns: minmax(0, 1fr) 340px;

    & > ${Aside} {
      order: 1;
    }
  }
`;
