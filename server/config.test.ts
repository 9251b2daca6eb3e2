import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';
import { defaultSettings } from './settings.ts';

const least = { TENANT: 'iceland', SMTP_URL: 'smtp://mail:25' };

/** The base64 of 32 bytes. */
const FILES_KEY = 'c2lnbmJvYXJkIHRlc3RzOiBhIGtleSBvZiAzMiBieXQ=';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the settings of the backend', () => {
  it('send what waits unless the process is told not to', () => {
    expect([readConfig(least).senders, readConfig({ ...least, SENDERS: 'off' }).senders]).toEqual([true, false]);
    expect(problemsOf({ ...least, SENDERS: 'no' })).toEqual([expect.stringContaining('Give on or off.')]);
  });

  it('allow private addresses of webhooks only on request', () => {
    expect(readConfig({ ...least, WEBHOOKS_PRIVATE: 'allow' }).privateWebhooks).toBe(true);
    expect(problemsOf({ ...least, WEBHOOKS_PRIVATE: 'yes' })).toEqual([
      expect.stringContaining('Give refuse or allow.'),
    ]);
  });

  it('require a deployment and a mail server, and have defaults for the rest', () => {
    // These times are no settings of an operator.
    expect({
      ...readConfig(least),
      undoTime: defaultSettings.undoTime,
      mailWait: defaultSettings.mailWait,
      pollInterval: defaultSettings.pollInterval,
    }).toEqual({
      ...defaultSettings,
      tenant: 'iceland',
      databaseUrl: null,
      migrateUrl: null,
      directUrl: null,
      replicaUrl: null,
      dataFolder: '.data/iceland',
      filesKeys: null,
      bucket: null,
      recordingsBucket: null,
      queryTimeout: 30_000,
      stopDelay: 2000,
      stopTimeout: 25_000,
      smtpUrl: 'smtp://mail:25',
      mailFrom: null,
      host: '127.0.0.1',
      port: 8000,
      metricsPort: null,
      tracedShare: null,
      commit: 'unknown',
      logLevel: 'info',
    });
  });

  it('take a secret from a file, as a container gets it, and a value before a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signboard-config-'));
    const path = join(folder, 'database-url');
    writeFileSync(path, 'postgresql://signboard:secret@database:5432/signboard\n');
    const fromFile = { ...least, FILES_KEY, DATABASE_URL_FILE: path };
    expect(readConfig(fromFile).databaseUrl).toBe('postgresql://signboard:secret@database:5432/signboard');
    expect(readConfig({ ...fromFile, DATABASE_URL: 'postgresql:///other' }).databaseUrl).toBe('postgresql:///other');
    rmSync(folder, { recursive: true });
    expect(problemsOf(fromFile)).toEqual([`DATABASE_URL_FILE: there is no file ${path}.`]);
  });

  it('trace all calls if there is a collector, or a share of them', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
    expect(readConfig({ ...least, OTEL_EXPORTER_OTLP_ENDPOINT }).tracedShare).toBe(1);
    expect(readConfig({ ...least, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.25' }).tracedShare).toBe(
      0.25,
    );
    expect(
      problemsOf({ ...least, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', OTEL_TRACES_SAMPLER_ARG: '25%' }),
    ).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" cannot be used. Give the address of a collector, http://host:4318.',
      'OTEL_TRACES_SAMPLER_ARG: "25%" cannot be used. Give a number from 0 to 1.',
    ]);
  });

  it('serve metrics on a port of their own, never on that of the API', () => {
    expect(readConfig({ ...least, METRICS_PORT: '9464' }).metricsPort).toBe(9464);
    expect(problemsOf({ ...least, PORT: '8000', METRICS_PORT: '8000' })).toEqual([
      'METRICS_PORT: is the port of the API. Give another one, which only the monitoring reaches.',
    ]);
  });

  it('are read as given', () => {
    const config = readConfig({
      ...least,
      FILES_KEY,
      DATABASE_URL: 'postgresql://signboard:pass@db:5432/iceland',
      CORS_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUSTED_HOPS: '2',
      PUBLIC_URL: 'https://api.example/v1',
      APP_URL: 'https://app.example',
      PORT: '9000',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgresql://signboard:pass@db:5432/iceland',
      corsOrigins: ['https://a.example', 'https://b.example:8443'],
      trustedHops: 2,
      publicUrl: 'https://api.example/v1/',
      appUrl: 'https://app.example/',
      port: 9000,
    });
  });

  it('accept a database on a Unix socket', () => {
    const url = 'postgresql://signboard@/iceland?host=%2Frun%2Fpostgresql';
    expect(readConfig({ ...least, FILES_KEY, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it('accept a receiver of the security log, and plain HTTP only on this machine', () => {
    const given = (SECURITY_LOG_URL: string) => readConfig({ ...least, SECURITY_LOG_URL }).securityLogUrl;
    for (const url of [
      'syslog+tls://logs.example:6514',
      'syslog+udp://[2001:db8::7]',
      'https://a:b@logs.example/in',
      'http://localhost:9/',
    ])
      expect(given(url)).toBe(url);
    for (const url of [
      'syslog://logs.example',
      'http://logs.example/',
      'syslog+tcp://logs.example/path',
      'logs.example',
    ])
      expect(() => given(url)).toThrow('SECURITY_LOG_URL');
  });

  it('require the role of the backend beside the owner of the schema', () => {
    const owner = 'postgresql://owner@db:5432/iceland';
    const backend = 'postgresql://backend@db:5432/iceland';
    expect(readConfig({ ...least, FILES_KEY, MIGRATE_DATABASE_URL: owner, DATABASE_URL: backend })).toMatchObject({
      databaseUrl: backend,
      migrateUrl: owner,
    });
    expect(() => readConfig({ ...least, MIGRATE_DATABASE_URL: owner })).toThrow('DATABASE_URL: is missing.');
  });

  it('report all problems at once, each with a correction', () => {
    expect(problemsOf({ PORT: 'x', TRUSTED_HOPS: '-1' })).toEqual([
      'TENANT: is missing. Give the id of the deployment, the name of its folder under tenants/.',
      'SMTP_URL: is missing. Give the mail server’s address, smtp://user:password@host:587.',
      'PORT: "x" cannot be used. Give a whole number from 0 to 65535.',
      'TRUSTED_HOPS: "-1" cannot be used. Give a whole number from 0 to 10.',
    ]);
  });

  it.each([
    ['TENANT', '../etc'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/'],
    ['PUBLIC_URL', 'https://u:p@api.example'],
    ['LOG_LEVEL', 'loud'],
    ['PORT', '65536'],
  ])('refuse %s=%s', (name, value) => {
    expect(problemsOf({ ...least, FILES_KEY, [name]: value })).toEqual([
      expect.stringMatching(`^${name}: .* cannot be used. Give `),
    ]);
  });

  it('require a key of files beside PostgreSQL, and accept several for a change of the key', () => {
    const DATABASE_URL = 'postgresql://signboard@db:5432/iceland';
    const other = 'YW5vdGhlciBrZXkgb2YgdGhlIHRlc3RzLCAzMiBieXQ=';
    expect(problemsOf({ ...least, DATABASE_URL })).toEqual([
      'FILES_KEY: is missing. Files are encrypted with it. Give the base64 of 32 bytes: openssl rand -base64 32.',
    ]);
    expect(readConfig({ ...least, DATABASE_URL, FILES_KEY: `${other}, ${FILES_KEY}` }).filesKeys).toEqual([
      Buffer.from(other, 'base64'),
      Buffer.from(FILES_KEY, 'base64'),
    ]);
    for (const wrong of [
      'hunter2',
      `${FILES_KEY},`,
      `${FILES_KEY},${FILES_KEY}`,
      Buffer.alloc(16).toString('base64'),
    ]) {
      const [problem] = problemsOf({ ...least, FILES_KEY: wrong });
      expect(problem).toMatch(/^FILES_KEY: cannot be used\. Give the base64 of 32 bytes/);
      expect(problem).not.toContain(wrong);
    }
  });

  it('accept a scanner for malware, which refuses what it cannot check unless told otherwise', () => {
    const given = (settings: Record<string, string>) => readConfig({ ...least, ...settings }).scanner;
    expect(given({ SCAN_URL: 'clamd://scanner.example' })).toEqual({
      place: { host: 'scanner.example', port: 3310 },
      acceptsUnchecked: false,
    });
    expect(given({ SCAN_URL: 'clamd://[2001:db8::7]:9', SCAN_FAILURE: 'accept' })).toEqual({
      place: { host: '2001:db8::7', port: 9 },
      acceptsUnchecked: true,
    });
    for (const SCAN_URL of ['unix:/run/clamav/clamd.ctl', 'unix:///run/clamav/clamd.ctl'])
      expect(given({ SCAN_URL })?.place).toEqual({ path: '/run/clamav/clamd.ctl' });
    for (const SCAN_URL of ['http://scanner', 'clamd://', 'clamd://host/path', 'unix:relative', 'scanner:3310'])
      expect(problemsOf({ ...least, SCAN_URL })).toEqual([expect.stringContaining('SCAN_URL: ')]);
    expect(problemsOf({ ...least, SCAN_FAILURE: 'maybe' })).toEqual([
      expect.stringContaining('Give refuse or accept.'),
    ]);
  });

  it('require the database itself beside a pooler', () => {
    const DATABASE_URL = 'postgresql://signboard@pooler:6432/iceland';
    const given = { ...least, FILES_KEY, DATABASE_URL, DATABASE_POOLER: 'transaction' };
    expect(problemsOf(given)).toEqual([expect.stringContaining('LISTEN_DATABASE_URL: is missing.')]);
    const LISTEN_DATABASE_URL = 'postgresql://signboard@db:5432/iceland';
    expect(readConfig({ ...given, LISTEN_DATABASE_URL }).directUrl).toBe(LISTEN_DATABASE_URL);
    expect(readConfig({ ...given, DATABASE_POOLER: '', LISTEN_DATABASE_URL }).directUrl).toBeNull();
  });

  it('accept a bucket for files, which takes new ones unless told otherwise, and refuse what names none', () => {
    const given = (FILES_URL: string) => readConfig({ ...least, FILES_URL }).bucket;
    expect(given('s3://files/lands/iceland/?endpoint=http://store:8080&region=eu-north-1&mode=leave')).toEqual({
      bucket: 'files',
      prefix: 'lands/iceland/',
      mode: 'leave',
      endpoint: 'http://store:8080',
      region: 'eu-north-1',
    });
    expect(given('s3://files')).toEqual({ bucket: 'files', prefix: '', endpoint: null, region: null, mode: 'store' });
    for (const FILES_URL of [
      'https://files.example/iceland',
      's3://key:secret@files/iceland',
      's3://files/?mode=write',
      's3://files/?endpoint=store',
      's3://files/?profile=x',
    ])
      expect(problemsOf({ ...least, FILES_URL })).toEqual([expect.stringContaining('FILES_URL: ')]);
  });

  it('require complete settings of the national ID provider, with a secure address', () => {
    const openid = { OPENID_ISSUER: 'https://id.example', OPENID_CLIENT_ID: 'signboard', OPENID_CLIENT_SECRET: 's3' };
    expect(readConfig({ ...least, ...openid }).openid).toEqual({
      issuer: 'https://id.example',
      clientId: 'signboard',
      clientSecret: 's3',
    });
    expect(problemsOf({ ...least, OPENID_ISSUER: 'https://id.example' })).toEqual([
      'OPENID_CLIENT_ID: is missing. Give the name that the provider knows this deployment by.',
      'OPENID_CLIENT_SECRET: is missing. Give the secret that goes with OPENID_CLIENT_ID.',
    ]);
    expect(problemsOf({ ...least, ...openid, OPENID_ISSUER: 'http://id.example' })).toEqual([
      expect.stringContaining('OPENID_ISSUER: "http://id.example" cannot be used.'),
    ]);
    expect(problemsOf({ ...least, ...openid, OPENID_ISSUER: 'http://id.localhost:8080' })).toEqual([]);
  });

  it('do not print passwords', () => {
    expect(problemsOf({ ...least, DATABASE_URL: 'mysql://me:hunter2@db/x' }).join()).not.toContain('hunter2');
    const [tooShort] = problemsOf({ ...least, HEALTH_TOKEN: 'hunter2' });
    expect(tooShort).toMatch(/^HEALTH_TOKEN: is too short\. Give at least 20 characters/);
    expect(tooShort).not.toContain('hunter2');
  });
});
