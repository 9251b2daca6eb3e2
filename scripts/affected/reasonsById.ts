import type { Affected } from './affected.ts';

const words = ({ kind, detail }: { kind: string; detail: string }): string => (detail ? `${kind} (${detail})` : kind);

/**
 * Why each deployment needs a release, in words: what changed in its bundle, in its API, and in the web server of all images.
 * Deployments without a change have no entry.
 */
export function reasonsById({ affected, unaffected, server, api }: Affected): Map<string, string[]> {
  const ofServer = server.length > 0 ? [`web server (${server.join(', ')})`] : [];
  const ofBundle = new Map(affected.map(({ id, reasons }) => [id, reasons.map(words)]));
  const ofApi = new Map(api.map(({ id, reasons }) => [id, reasons.map((reason) => `API: ${words(reason)}`)]));
  const ids = [...affected.map(({ id }) => id), ...unaffected];
  return new Map(
    ids.flatMap((id): [string, string[]][] => {
      const reasons = [...(ofBundle.get(id) ?? []), ...(ofApi.get(id) ?? []), ...ofServer];
      return reasons.length > 0 ? [[id, reasons]] : [];
    }),
  );
}
