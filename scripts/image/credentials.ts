import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../server/CommandError.ts';

/** User name and password for a registry. */
export type Credentials = { user: string; password: string };

type DockerConfig = {
  auths?: Record<string, { auth?: string }>;
  credHelpers?: Record<string, string>;
  credsStore?: string;
};

/** Reads credentials from a Docker credential helper (`docker-credential-<name>`). */
function askHelper(helper: string, host: string): Promise<Credentials | null> {
  return new Promise((done) => {
    const child = execFile(`docker-credential-${helper}`, ['get'], (error, stdout) => {
      if (error) return done(null);
      const { Username: user, Secret: password } = JSON.parse(stdout) as { Username: string; Secret: string };
      done({ user, password });
    });
    child.stdin?.end(host);
  });
}

function readConfig(): DockerConfig {
  const file = join(process.env['DOCKER_CONFIG'] ?? join(homedir(), '.docker'), 'config.json');
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DockerConfig;
  } catch {
    throw new CommandError(`${file} is not JSON. Delete it and run "docker login".`);
  }
}

/**
 * Credentials for a registry: REGISTRY_USER and REGISTRY_PASSWORD, else those stored by `docker login`, else null.
 * @throws CommandError when Docker's configuration cannot be read.
 */
export async function credentialsFor(host: string): Promise<Credentials | null> {
  const { REGISTRY_USER: user, REGISTRY_PASSWORD: password } = process.env;
  if (user && password) return { user, password };
  const { auths = {}, credHelpers = {}, credsStore } = readConfig();
  const helper = credHelpers[host] ?? credsStore;
  const stored = helper === undefined ? null : await askHelper(helper, host);
  if (stored) return stored;
  const auth = (auths[host] ?? auths[`https://${host}`])?.auth;
  if (!auth) return null;
  const [, name = '', secret = ''] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(auth, 'base64').toString()) ?? [];
  return { user: name, password: secret };
}
