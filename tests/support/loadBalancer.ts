import { createServer, request } from 'node:http';

/** A load balancer of one address. It asks its servers in turn, and leaves out those that are not ready. */
export type LoadBalancer = {
  /** Ports of the servers behind it; tests change them. */
  ports: number[];
  /** Ports of the servers that were ready when it asked last. */
  ready: ReadonlySet<number>;
  /** The number of answers with a status, such as 404 and 502, by path. */
  answers: (status: number) => string[];
  stop: () => Promise<void>;
};

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false;
}

/** Starts a load balancer on a port. */
export async function startLoadBalancer(port: number): Promise<LoadBalancer> {
  const ports: number[] = [];
  const seen: { status: number; path: string }[] = [];
  const ready = new Set<number>();
  let turn = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    // A late answer to an earlier look must not put a server back.
    if (isLooking) return;
    isLooking = true;
    await Promise.all(
      ports.map(async (candidate) => {
        if (await isReady(candidate)) ready.add(candidate);
        else ready.delete(candidate);
      }),
    );
    isLooking = false;
  };
  const timer = setInterval(() => void look(), 100);
  const server = createServer((call, answer) => {
    turn += 1;
    const usable = ports.filter((candidate) => ready.has(candidate));
    const target = usable[turn % usable.length];
    const note = (status: number): void => void seen.push({ status, path: call.url ?? '' });
    const fail = (): void => {
      note(502);
      answer.writeHead(502).end();
    };
    if (target === undefined) return fail();
    const { method, headers, url: path } = call;
    const onward = request({ host: '127.0.0.1', port: target, method, path, headers, agent: false }, (from) => {
      note(from.statusCode ?? 0);
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      // A server that was killed must not leave its clients waiting.
      from.once('error', () => answer.destroy());
    });
    onward.once('error', () => {
      if (answer.headersSent) answer.destroy();
      // A client that left, for example to open another page, was not refused.
      else if (!answer.destroyed) fail();
    });
    answer.once('close', () => onward.destroy());
    call.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    ports,
    ready,
    answers: (status) => seen.flatMap((call) => (call.status === status ? [call.path] : [])),
    stop: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
