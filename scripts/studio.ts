import { join, resolve } from 'node:path';
import { tenantIds } from '../tenants/manifest.ts';
import { noDeployment } from '../tenants/noDeployment.ts';
import { CommandError } from '../server/CommandError.ts';
import { defineCommand, runCommand } from './lib/command.ts';
import { startStudio, type Studio } from './studio/server.ts';

type Options = { port: string; root: string; data: string };

const repository = resolve(import.meta.dirname, '..');

async function main(id: string, { port: given, root: folder, data }: Options): Promise<void> {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535)
    throw new CommandError(`--port ${given} is not a port: give a number from 0 to 65535`);
  const root = resolve(folder);
  const ids = tenantIds(join(root, 'tenants'));
  if (!ids.includes(id)) throw new CommandError(noDeployment(id, ids));
  console.log('Starting: the app is compiled if it has changed, and demo data is written the first time …');
  let studio: Studio;
  try {
    studio = await startStudio({ id, root, cache: join(root, '.cache'), dataFolder: resolve(root, data), port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} is in use: stop the program that uses it, or give --port`);
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      studio.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  console.log(`Brand studio of ${id}: ${studio.url}\nStop with Ctrl+C.`);
}

const command = defineCommand('studio', {
  description:
    'Shows the running app of a deployment beside an editor of its brand: colours, logos, the drawing of the sign-in page, languages and features, with previews in light, dark, on a phone, and of a mail, a PDF and a QR code. It needs no knowledge of code. Nothing is written before "Save to manifest"; "Export as patch" gives a file for git apply. It serves this machine only.',
  examples: ['npm run studio -- iceland', 'npm run studio -- brazil --port 9000'],
  exitCodes: { 0: 'stopped by Ctrl+C', 1: 'wrong arguments, port in use, or a manifest with errors' },
})
  .argument('<id>', 'the deployment, a folder of tenants/')
  .option('--port <port>', 'port to listen on; 0 for a free one', '8093')
  .option('--root <dir>', 'folder with src/ and tenants/', repository)
  .option('--data <dir>', 'folder of the embedded database, below the root', '.data/studio')
  .action(main);

await runCommand(command);
