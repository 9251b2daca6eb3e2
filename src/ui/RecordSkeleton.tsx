import { Card } from './Card.ts';
import { Skeleton } from './Skeleton.tsx';
import { Stack } from './Stack.ts';

/** The placeholder of a record's form while it loads. */
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
