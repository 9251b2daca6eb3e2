import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

describe('the entry point', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signboard-entry-'));
    mkdirSync(join(folder, 'home/www'), { recursive: true });
    cpSync(join(import.meta.dirname, 'nginx/nginx.conf'), join(folder, 'home/nginx.conf'));
    writeFileSync(join(folder, 'home/headers.conf'), 'add_header Cache-Control $cache_control always;\n');
    writeFileSync(
      join(folder, 'home/cache.conf'),
      'map $status $cache_control { default no-store; }\nmap $uri $is_page_known { default 0; }\n',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Lets it check its settings and nginx's, without serving. */
  function check(environment: Record<string, string>): { status: number | null; said: string } {
    const { status, stderr } = spawnSync(join(import.meta.dirname, 'entrypoint.sh'), ['check'], {
      encoding: 'utf8',
      // nginx opens its standard output by name, which a pipe of Node's has not.
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: '/usr/sbin:/usr/bin:/bin',
        SIGNBOARD_HOME: join(folder, 'home'),
        SIGNBOARD_RUN: join(folder, 'run'),
        ...environment,
      },
    });
    return { status, said: stderr };
  }

  const written = (name: string): string => readFileSync(join(folder, 'run', name), 'utf8');

  it.each([
    ['https://api.example.is', 'https://api.example.is/', 'https://api.example.is'],
    ['https://api.example.is/', 'https://api.example.is/', 'https://api.example.is'],
    ['https://api.example.is:8443/v1', 'https://api.example.is:8443/v1/', 'https://api.example.is:8443'],
    ['https://API.example.is/a_b/~c/v1.2/', 'https://API.example.is/a_b/~c/v1.2/', 'https://API.example.is'],
    ['https://xn--kttur-0qa1h.is/api/', 'https://xn--kttur-0qa1h.is/api/', 'https://xn--kttur-0qa1h.is'],
    ['https://192.0.2.7/', 'https://192.0.2.7/', 'https://192.0.2.7'],
    ['http://localhost:8000/', 'http://localhost:8000/', 'http://localhost:8000'],
    ['http://iceland.localhost:8080/api/', 'http://iceland.localhost:8080/api/', 'http://iceland.localhost:8080'],
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
  ])('writes config.json and the policy for %s', (value, url, origin) => {
    expect(check({ BACKEND_URL: value })).toEqual({ status: 0, said: '' });
    expect(JSON.parse(written('config.json'))).toEqual({ BACKEND_URL: url });
    expect(written('api.conf')).toBe(
      `map "" $signboard_api { default "${origin}"; }\nmap "" $signboard_backend { default "${url}"; }\n`,
    );
  });

  it.each([
    ['nothing', '', 'is not set'],
    ['a line feed', 'https://a.is/\nX', 'contains a line break'],
    ['a line feed at the end', 'https://a.is/\n', 'contains a line break'],
    ['a carriage return', 'https://a.is/\rX', 'contains a line break'],
    ['a space', 'https://a.is /', 'contains a space'],
    ['a tab', 'https://a.is/\t', 'contains a space'],
    ['a semicolon', 'https://a.is;script-src', 'contains a semicolon'],
    ['a double quote', 'https://a.is/"', 'contains a quote'],
    ['a single quote', "https://a.is/'", 'contains a quote'],
    ['a backtick', 'https://a.is/`id`', 'contains a quote'],
    ['a pattern of hosts', 'https://*.a.is/', 'contains a *: only one backend is allowed, not a pattern'],
    ['a user', 'https://me@a.is/', 'contains a user or a password (@)'],
    ['a password', 'https://me:hunter2@a.is/', 'contains a user or a password (@)'],
    ['a query', 'https://a.is/?x=hunter2', 'contains a query (?)'],
    ['a fragment', 'https://a.is/#hunter2', 'contains a fragment (#)'],
    ['another scheme', 'ftp://a.is/', 'does not start with https://'],
    ['a script', 'javascript:alert(1)', 'does not start with https://'],
    ['no scheme', 'a.is', 'does not start with https://'],
    ['a scheme alone', 'https://', 'has no valid host'],
    ['no host', 'https:///path', 'has no valid host'],
    ['a port alone', 'https://:443/', 'has no valid host'],
    ['an empty label', 'https://a..is/', 'has no valid host'],
    ['a label that begins with a dash', 'https://-a.is/', 'has no valid host'],
    ['a variable of nginx', 'https://a.is/$host', 'contains a character other than'],
    ['a backslash', 'https://a.is\\b/', 'contains a character other than'],
    ['a letter outside of ASCII', 'https://köttur.is/', 'contains a character other than'],
    ['a comma, which ends a policy', 'https://a.is,b.is/', 'contains a character other than'],
    ['no port after the colon', 'https://a.is:/', 'has a port that is not a number'],
    ['a port that is a word', 'https://a.is:http/', 'has a port that is not a number'],
    ['a port that is too large', 'https://a.is:65536/', 'has a port that is not a number'],
    ['two ports', 'https://a.is:1:2/', 'has a port that is not a number'],
    ['a path that climbs', 'https://a.is/v1/../admin/', 'has an invalid path'],
    ['an unprotected host', 'http://api.example.is/', 'starts with http://, which is only allowed for localhost'],
    [
      'a host that only looks like localhost',
      'http://localhost.a.is/',
      'starts with http://, which is only allowed for localhost',
    ],
    [
      'a host that only ends like localhost',
      'http://notlocalhost/',
      'starts with http://, which is only allowed for localhost',
    ],
    [
      'a host that only looks like this machine',
      'http://127.0.0.1.a.is/',
      'starts with http://, which is only allowed for localhost',
    ],
  ])('refuses %s in one line that says so, and shows nothing of it', (_what, value, message) => {
    const { status, said } = check({ BACKEND_URL: value });
    expect(status).toBe(64);
    expect(said).toMatch(/^signboard: BACKEND_URL .+ such as https:\/\/api\.example\.org\/\n$/);
    expect(said).toContain(`BACKEND_URL ${message}`);
    expect(said).not.toContain('hunter2');
    expect(existsSync(join(folder, 'run'))).toBe(false);
  });

  it.each(['0', '65536', 'http', '80;'])('refuses the port %s', (port) => {
    const { status, said } = check({ BACKEND_URL: 'https://a.is/', SIGNBOARD_PORT: port });
    expect([status, said]).toEqual([64, 'signboard: SIGNBOARD_PORT is not a number from 1 to 65535\n']);
  });

  it('marks the server as draining, and forgets that at the next start', () => {
    check({ BACKEND_URL: 'https://a.is/' });
    const { status } = spawnSync(join(import.meta.dirname, 'entrypoint.sh'), ['drain', '0'], {
      env: { PATH: '/usr/bin:/bin', SIGNBOARD_RUN: join(folder, 'run') },
    });
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'run/draining'))).toBe(true);
    check({ BACKEND_URL: 'https://a.is/' });
    expect(existsSync(join(folder, 'run/draining'))).toBe(false);
  });

  it('writes the address of another backend at the next start', () => {
    check({ BACKEND_URL: 'https://a.is/' });
    check({ BACKEND_URL: 'https://b.is:65535/' });
    expect(JSON.parse(written('config.json'))).toEqual({ BACKEND_URL: 'https://b.is:65535/' });
    expect(written('api.conf')).toContain('$signboard_api { default "https://b.is:65535"; }');
    expect(written('api.conf')).not.toContain('a.is');
  });

  it.each([{ SIGNBOARD_PORT: '9090' }, {}])('is asked for its health at its own port: %j', (environment) => {
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'wget'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const { stdout } = spawnSync(join(import.meta.dirname, 'healthcheck.sh'), {
      encoding: 'utf8',
      env: { PATH: `${tools}:/usr/bin:/bin`, ...environment },
    });
    expect(stdout).toContain(` http://127.0.0.1:${environment.SIGNBOARD_PORT ?? '8080'}/healthz\n`);
  });

  it('says what is missing where nothing can be written', () => {
    const { status, said } = check({ BACKEND_URL: 'https://a.is/', SIGNBOARD_RUN: '/proc/signboard' });
    expect(status).toBe(73);
    expect(said).toBe(
      'signboard: /proc/signboard cannot be written. With a read-only root file system, mount a tmpfs: --tmpfs /tmp\n',
    );
  });
});
