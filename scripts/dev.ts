import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { RspackCLI } from '@rspack/cli';
import { loadTenant, tenantIds } from '../tenants/manifest.ts';
import { noDeployment } from '../tenants/noDeployment.ts';
import { CommandError } from '../server/CommandError.ts';
import { checkFolder } from './build/checkFolder.ts';
import { defineCommand, runCommand } from './lib/command.ts';

type Options = { port: string; backend?: string; root: string };

const repository = resolve(import.meta.dirname, '..');

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** Checks the arguments, so that mistakes are reported without the compiler's stack, and runs `rspack serve`. */
async function main(id: string, options: Options): Promise<void> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CommandError(`--port ${options.port} is not a port: give a number from 1 to 65535`);
  if (options.backend && !URL.canParse(options.backend))
    throw new CommandError(`--backend ${options.backend} is not a URL: give http://host:port/path/`);
  const root = resolve(options.root);
  checkFolder(root);
  const ids = tenantIds(join(root, 'tenants'));
  if (!ids.includes(id)) throw new CommandError(noDeployment(id, ids));
  await loadTenant(id, { root: join(root, 'tenants'), locales: join(root, 'src/i18n/locales') });
  if (!(await isFree(port)))
    throw new CommandError(`Port ${port} is in use: stop the program that uses it, or give --port`);
  const env = [`tenant=${id}`, `root=${root}`, ...(options.backend ? [`backend=${options.backend}`] : [])];
  await new RspackCLI().run([
    'node',
    'rspack',
    'serve',
    '--config',
    join(repository, 'rspack.config.ts'),
    '--port',
    options.port,
    ...env.flatMap((setting) => ['--env', setting]),
  ]);
}

const command = defineCommand('dev', {
  description:
    'Runs "rspack serve": the app as one deployment, with hot reload of its sources, its manifest and its logos. Calls go to the backend of "npm start", which is started if it does not run.',
  examples: [
    'npm run dev -- iceland',
    'npm run dev -- iceland --port 9000 --backend https://api.example.is/',
    'npx rspack serve --env tenant=iceland   (the same, without these options)',
  ],
  exitCodes: {
    0: 'stopped by Ctrl+C',
    1: 'wrong arguments, port in use, or a manifest with errors',
    2: 'the server failed',
  },
})
  .argument('<id>', 'the deployment, a folder of tenants/')
  .option('--port <port>', 'port to listen on', '8081')
  .option('--backend <url>', 'URL of a running backend')
  .option('--root <dir>', 'folder with src/ and tenants/', repository)
  .action(main);

await runCommand(command);
