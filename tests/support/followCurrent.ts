import { setTimeout as wait } from 'node:timers/promises';
import { type PartName, repositoryName } from '../../scripts/image/imageName.ts';
import { currentOf } from '../../scripts/ship/current.ts';
import type { DockerEngine, RunningImage } from './docker.ts';
import { freePort } from './freePort.ts';
import type { LiveServers } from './liveServers.ts';
import type { Registry } from './registry.ts';

/** A machine that runs the page and the API of one deployment in containers. */
export type Machine = {
  /** The running container of a part, with its digest; undefined before the first. */
  running: (part: PartName) => (RunningImage & { digest: string }) | undefined;
  /** What went wrong so far. */
  problems: string[];
  stop: () => Promise<void>;
};

/**
 * Runs what `current` of a registry points to, as a machine that follows this tag: when it moves, the image is pulled by digest, and calls
 * go to its container as soon as it is ready. The API comes before the page. `live` gets the ports of the containers.
 */
export function followCurrent({
  engine,
  registry,
  live,
  id,
  api,
}: {
  engine: DockerEngine;
  registry: Registry;
  live: LiveServers;
  id: string;
  /** The settings of the API, and a folder that it shares with this machine. */
  api: { environment: Record<string, string>; folder: string };
}): Machine {
  const path = 'team';
  const servers = new Map<PartName, RunningImage & { digest: string }>();
  const problems: string[] = [];
  const names: Record<PartName, string> = { page: id, api: `api-${id}` };
  // Before the first container nothing answers.
  for (const name of Object.values(names)) live.ports.set(name, 1);
  const backendUrl = live.url.replace('{id}', names.api);
  const replace = async (part: PartName, digest: string): Promise<void> => {
    const image = `${registry.host}/${path}/${repositoryName(id, part)}@${digest}`;
    await engine.docker('--config', registry.signedIn, 'pull', '--quiet', image);
    const port = await freePort();
    const server = await (part === 'api'
      ? engine.runApi({ image, port, ...api })
      : engine.runImage({ image, port, backendUrl }));
    const old = servers.get(part);
    live.ports.set(names[part], port);
    servers.set(part, { ...server, digest });
    await old?.stop();
  };
  const follow = async (): Promise<void> => {
    // While a tag is written, the registry may answer 500.
    const current = await currentOf({ id, host: registry.host, path }).catch(() => null);
    if (!current) return;
    for (const part of ['api', 'page'] as const) {
      const { digest } = current[part] ?? {};
      if (digest !== undefined && servers.get(part)?.digest !== digest) await replace(part, digest);
    }
  };
  const end = new AbortController();
  const following = (async () => {
    while (!end.signal.aborted) {
      await follow().catch((error: unknown) => problems.push(String(error)));
      await wait(300);
    }
  })();
  return {
    running: (part) => servers.get(part),
    problems,
    stop: async () => {
      end.abort();
      await following;
      for (const server of servers.values()) await server.stop();
    },
  };
}
