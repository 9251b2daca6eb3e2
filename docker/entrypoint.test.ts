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
    writeFileSync(join(folder, 'home/cache.conf'), 'map $status $cache_control { default no-store; }\n');
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
  ])('takes %s, and makes config.json and the policy of it', (value, url, origin) => {
    expect(check({ BACKEND_URL: value })).toEqual({ status: 0, said: '' });
    expect(JSON.parse(written('config.json'))).toEqual({ BACKEND_URL: url });
    expect(written('api.conf')).toBe(`map "" $signboard_api { default "${origin}"; }\n`);
  });

  it.each([
    ['nothing', '', 'is not set'],
    ['a line feed', 'https://a.is/\nX', 'has a line break in it'],
    ['a line feed at the end', 'https://a.is/\n', 'has a line break in it'],
    ['a carriage return', 'https://a.is/\rX', 'has a line break in it'],
    ['a space', 'https://a.is /', 'has a space in it'],
    ['a tab', 'https://a.is/\t', 'has a space in it'],
    ['a semicolon', 'https://a.is;script-src', 'has a semicolon in it'],
    ['a double quote', 'https://a.is/"', 'has a quote in it'],
    ['a single quote', "https://a.is/'", 'has a quote in it'],
    ['a backtick', 'https://a.is/`id`', 'has a quote in it'],
    ['a pattern of hosts', 'https://*.a.is/', 'has a * in it: one backend, not a pattern'],
    ['a user', 'https://me@a.is/', 'has a user or a password in it (@)'],
    ['a password', 'https://me:hunter2@a.is/', 'has a user or a password in it (@)'],
    ['a query', 'https://a.is/?x=hunter2', 'has a query in it (?)'],
    ['a fragment', 'https://a.is/#hunter2', 'has a fragment in it (#)'],
    ['another scheme', 'ftp://a.is/', 'does not begin with https://'],
    ['a script', 'javascript:alert(1)', 'does not begin with https://'],
    ['no scheme', 'a.is', 'does not begin with https://'],
    ['a scheme alone', 'https://', 'names no host'],
    ['no host', 'https:///path', 'names no host'],
    ['a port alone', 'https://:443/', 'names no host'],
    ['an empty label', 'https://a..is/', 'names no host'],
    ['a label that begins with a dash', 'https://-a.is/', 'names no host'],
    ['a variable of nginx', 'https://a.is/$host', 'has a character in it other than'],
    ['a backslash', 'https://a.is\\b/', 'has a character in it other than'],
    ['a letter outside of ASCII', 'https://köttur.is/', 'has a character in it other than'],
    ['a comma, which ends a policy', 'https://a.is,b.is/', 'has a character in it other than'],
    ['no port after the colon', 'https://a.is:/', 'has a port that is no number'],
    ['a port that is a word', 'https://a.is:http/', 'has a port that is no number'],
    ['a port that is too large', 'https://a.is:65536/', 'has a port that is no number'],
    ['two ports', 'https://a.is:1:2/', 'has a port that is no number'],
    ['a path that climbs', 'https://a.is/v1/../admin/', 'has a path that is not plain'],
    ['an unprotected host', 'http://api.example.is/', 'starts with http://, which is only allowed for localhost'],
    [
      'a host that only looks like localhost',
      'http://localhost.a.is/',
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
    expect([status, said]).toEqual([64, 'signboard: SIGNBOARD_PORT is no number from 1 to 65535\n']);
  });

  it('says what is missing where nothing can be written', () => {
    const { status, said } = check({ BACKEND_URL: 'https://a.is/', SIGNBOARD_RUN: '/proc/signboard' });
    expect(status).toBe(73);
    expect(said).toBe(
      'signboard: /proc/signboard cannot be written. With a read-only root give it a place in memory: --tmpfs /tmp\n',
    );
  });
});
