import { createServer, request } from 'node:http';

/** A load balancer of one address. It asks its servers in turn, and leaves out those that are not ready. */
export type LoadBalancer = {
  /** Ports of the servers behind it; tests change them. */
  ports: number[];
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
  let ready: number[] = [];
  let turn = 0;
  const look = async (): Promise<void> => {
    const states = await Promise.all(ports.map(async (one) => ((await isReady(one)) ? [one] : [])));
    ready = states.flat();
  };
  const timer = setInterval(() => void look(), 100);
  const server = createServer((call, answer) => {
    turn += 1;
    const target = ready[turn % ready.length];
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
    onward.once('error', () => (answer.headersSent ? answer.destroy() : fail()));
    answer.once('close', () => onward.destroy());
    call.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    ports,
    answers: (status) => seen.flatMap((one) => (one.status === status ? [one.path] : [])),
    stop: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
