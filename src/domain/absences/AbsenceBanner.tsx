import { Banner } from '#ui/Banner.tsx';
import { Stack } from '#ui/Stack.ts';

/** A warning with sentences about absences; nothing without any. */
export function AbsenceBanner({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Banner tone="warning">
      <Stack $gap={1}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Stack>
    </Banner>
  );
}
