import type { ReactNode } from 'react';
import { FailedState } from './FailedState.tsx';
import { ListRow, Rows } from './Rows.ts';
import { Skeleton } from './Skeleton.tsx';

/** What `useQuery` knows of a read. */
type ReadState<Data> = { data: Data | undefined; error: unknown; isValidating: boolean; retry: () => Promise<unknown> };

type LoadedProps<Data> = {
  read: ReadState<Data>;
  /** The title of the error. */
  failed: string;
  headingLevel?: 2 | 3;
  /** Stands in until the first answer. */
  placeholder: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a read. Until they have come, it shows a placeholder, or the error with a button that tries again. */
export function Loaded<Data>({ read, failed, headingLevel, placeholder, children }: LoadedProps<Data>) {
  const { data, error, isValidating, retry } = read;
  if (data) return children(data);
  if (error === undefined) return placeholder;
  return (
    <FailedState
      headingLevel={headingLevel}
      title={failed}
      error={error}
      isRetrying={isValidating}
      onRetry={() => void retry()}
    />
  );
}

/** Stands in for rows that are loading. */
export const rowsPlaceholder = (
  <Rows aria-busy>
    <ListRow>
      <Skeleton height="40px" />
    </ListRow>
  </Rows>
);

type LoadedRowsProps<Item> = Omit<LoadedProps<unknown>, 'read' | 'placeholder' | 'headingLevel' | 'children'> & {
  read: ReadState<{ results: readonly Item[]; count?: number }>;
  /** Whether other rows are loading. */
  isBusy?: boolean;
  /** Stands in for a list without items. */
  empty?: ReactNode;
  /** An item as a `ListRow` with its key. */
  children: (item: Item) => ReactNode;
};

/** Shows the items of a read, one row each. */
export function LoadedRows<Item>({ isBusy = false, empty, children, ...loaded }: LoadedRowsProps<Item>) {
  return (
    <Loaded placeholder={rowsPlaceholder} {...loaded}>
      {({ results, count = results.length }) =>
        count === 0 && empty ? empty : <Rows aria-busy={isBusy}>{results.map(children)}</Rows>
      }
    </Loaded>
  );
}
