import { resolve } from 'node:path';
import { Command } from 'commander';
import { BuildError } from './lib/BuildError.ts';
import { runCommand } from './lib/runCommand.ts';
import { startBackend } from './dev/backend.ts';
import { startDevServer } from './dev/devServer.ts';

type Options = { port: string; backend?: string; root: string };

const repository = resolve(import.meta.dirname, '..');

async function main(id: string, options: Options): Promise<void> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new BuildError(`--port ${options.port} cannot be used: give a number from 1 to 65535`);
  }
  if (options.backend && !URL.canParse(options.backend)) {
    throw new BuildError(`--backend ${options.backend} is not an address: give http://host:port/path/`);
  }
  const server = await startDevServer({ root: resolve(options.root), id, port, backend: options.backend ?? null });
  console.log(`${server.brand}, as you edit it: ${server.url}`);
  const backend = await startBackend({ id, given: options.backend ?? null, folder: repository });
  console.log(`Its backend: ${backend.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      backend.stop();
      void server.stop().then(() => process.exit(0));
    });
  }
}

const command = new Command('npm run dev --')
  .description('The app as one deployment, rebuilt as you edit: its sources, its manifest, its logos.')
  .argument('<id>', 'the deployment')
  .option('--port <port>', 'where it listens', '8081')
  .option(
    '--backend <url>',
    'a backend that runs already; otherwise the one of "npm start" is used, and started if need be',
  )
  .option('--root <dir>', 'folder with src/ and tenants/', repository)
  .action(main);

await runCommand(command);
