import { InvalidArgumentError } from 'commander';
import { loadDeployment } from '../server/loadDeployment.ts';
import { signInEmail } from '../server/seed/people.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { type Call, runSimulator } from './platform/runSimulator.ts';
import { Simulator } from './platform/simulator.ts';

type Options = {
  url?: string;
  speed: number;
  duration?: number;
  perDay: number;
  interpreter?: string[];
  key?: string;
};

const minute = 60_000;

function positive(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('Give a number above 0.');
  return number;
}

function speedOf(value: string): number {
  const number = positive(value);
  if (number < 1) throw new InvalidArgumentError('Give a number from 1.');
  return number;
}

/** Calls the API of a backend with the secret of a service account. */
function callOf(url: string, secret: string): Call {
  return async (method, path, { type, body }) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type };
    const answer = await fetch(new URL(path, url), { method, headers, body: body as BodyInit });
    return { status: answer.status, body: await answer.text() };
  };
}

async function main(
  tenant: string,
  { url, speed, duration = Infinity, perDay, interpreter = [], key = String(Date.now()) }: Options,
): Promise<void> {
  const secret = process.env['PLATFORM_SECRET'];
  if (!secret)
    throw new CommandError(
      'PLATFORM_SECRET is missing. Add a service account with the scope “platform” in the dashboard (Service accounts), and give its secret.',
    );
  if (speed > 1 && duration === Infinity)
    throw new CommandError('--speed needs --duration: simulated time cannot run ahead.');
  const deployment = await loadDeployment(tenant);
  const interpreters = interpreter.length > 0 ? interpreter : [signInEmail(deployment, 'interpreter')];
  const length = duration * minute;
  const start = speed === 1 ? Date.now() : Date.now() + length - length * speed;
  const simulator = new Simulator(deployment, {
    key,
    source: 'urn:signboard:simulator',
    interpreters,
    perDay,
    start,
  });
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const backend = url ?? `http://${tenant}.localhost:8080/api/`;
  console.log(`Simulating a video platform for ${deployment.brand} at ${backend}. Stop with Ctrl+C.`);
  try {
    const call = callOf(backend.endsWith('/') ? backend : `${backend}/`, secret);
    const pause = 2000;
    const sent = await runSimulator(simulator, { call, signal: ending.signal, start, speed, duration: length, pause });
    console.log(`Sent ${sent.events} events, of which ${sent.rejected} were rejected, and ${sent.objects} recordings.`);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

const command = defineCommand('ops -- platform', {
  description:
    'Simulates a video platform: requests by the hour of the day, answers, abandoned requests, ratings, recordings and presence. It uses only the API of the backend, with the secret of a service account in PLATFORM_SECRET.',
  examples: [
    'PLATFORM_SECRET=… npm run ops -- platform iceland',
    'PLATFORM_SECRET=… npm run ops -- platform iceland --speed 60 --duration 5 --interpreter una@example.org',
  ],
  exitCodes: { 0: 'the simulation has ended', 1: 'a setting is wrong, or the backend refused what was sent' },
})
  .argument('<tenant>', 'id of the deployment')
  .option('--url <address>', 'address of the backend; by default that of npm start')
  .option('--speed <factor>', 'how many times faster than the clock; needs --duration', speedOf, 1)
  .option('--duration <minutes>', 'how long it runs; by default until it is stopped', positive)
  .option('--per-day <requests>', 'requests on an average day', positive, 200)
  .option('--interpreter <emails...>', 'e-mail addresses of interpreters; by default the demo sign-in')
  .option('--key <text>', 'the same key gives the same traffic; by default another one each time')
  .action((tenant: string, options: Options) => main(tenant, options));

await runCommand(command);
