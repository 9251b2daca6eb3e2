import { Card } from './Card.ts';
import { Skeleton } from './Skeleton.tsx';
import { Stack } from './Stack.ts';

/** Stands in for the form of a record that is on its way. */
export function RecordSkeleton() {
  return (
    <Card aria-busy>
      <Stack style={{ padding: 20 }}>
        {['30%', '60%', '45%', '55%'].map((width) => (
          <Skeleton key={width} width={width} height="40px" />
        ))}
      </Stack>
    </Card>
  );
}
