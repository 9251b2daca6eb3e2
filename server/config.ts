import { existsSync, readFileSync } from 'node:fs';
import { isThisMachine } from '../contract/thisMachine.ts';
import type { DatabasePlace } from './db/database.ts';
import { type BucketSettings, parseBucketUrl } from './files/bucketUrl.ts';
import { parseScanUrl } from './files/clamd.ts';
import { parseFileKeys } from './files/fileKeys.ts';
import { isSmtpUrl } from './mail/smtpUrl.ts';
import { isReceiverUrl } from './resources/securityEvents/receivers.ts';
import type { Settings } from './settings.ts';

/** The settings of the process from its environment. */
export type Config = Omit<Settings, 'undoTime' | 'mailWait' | 'pollInterval'> & {
  /** The id of the deployment. */
  tenant: string;
  /** PostgreSQL's address; null stores the data in `dataFolder`. */
  databaseUrl: string | null;
  /** The same database as the owner of its schema, for migrations; null: `databaseUrl` is the owner. */
  migrateUrl: string | null;
  /** The same database without the pooler that `databaseUrl` leads to; null: there is no pooler. */
  directUrl: string | null;
  /** A copy of the database to read from; null: there is none. */
  replicaUrl: string | null;
  dataFolder: string;
  /** Timeout of one PostgreSQL statement, in milliseconds. */
  queryTimeout: number;
  /** After SIGTERM: how long calls are still accepted while readiness fails, in milliseconds. */
  stopDelay: number;
  /** After that: timeout for pending calls, in milliseconds. */
  stopTimeout: number;
  smtpUrl: string;
  /** The sender address of mails; null: the deployment's support address. */
  mailFrom: string | null;
  host: string;
  port: number;
  /** The keys of FILES_KEY, the one that encrypts first; null: a file in `dataFolder` has them. */
  filesKeys: [Buffer, ...Buffer[]] | null;
  /** The bucket of files; null: they are in the database. */
  bucket: BucketSettings | null;
  /** Where the video platform puts recordings that events may name; null: it sends their bytes. */
  recordingsBucket: BucketSettings | null;
  /** The port of `/metrics`; null: there are no metrics. */
  metricsPort: number | null;
  /** The share of calls that are traced, 0 to 1; null: OTEL_EXPORTER_OTLP_ENDPOINT names no collector. */
  tracedShare: number | null;
  /** The commit that the image was built from; `unknown` outside an image. */
  commit: string;
};

/** Thrown with one line for each invalid setting. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;

/** Settings that may also come from a file, as containers get secrets: FILES_KEY_FILE names the file of FILES_KEY. */
const secrets: readonly string[] = [
  'DATABASE_URL',
  'FILES_KEY',
  'HEALTH_TOKEN',
  'LISTEN_DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'OPENID_CLIENT_SECRET',
  'REPLICA_URL',
  'SMTP_URL',
  'SSO_CLIENT_SECRET',
];

/** Reads settings one by one and collects their problems. An empty value counts as missing. */
function reader(environment: Environment) {
  const problems: string[] = [];
  const fromFile = (name: string): string | null => {
    const setting = `${name}_FILE`;
    const path = secrets.includes(name) ? environment[setting]?.trim() : undefined;
    if (!path) return null;
    if (existsSync(path)) return readFileSync(path, 'utf8').trim() || null;
    const problem = `${setting}: there is no file ${path}.`;
    if (!problems.includes(problem)) problems.push(problem);
    return null;
  };
  const refuse = (name: string, value: string, expected: string) => {
    // A URL may contain a password, which must not be logged.
    const shown = value.replace(/\/\/[^/@]*@/, '//…@');
    problems.push(`${name}: ${JSON.stringify(shown)} cannot be used. Give ${expected}.`);
  };
  const text = (name: string) => environment[name]?.trim() || fromFile(name);
  const check = (name: string, value: string | null, isGood: (value: string) => boolean, expected: string): void => {
    if (value && !isGood(value)) refuse(name, value, expected);
  };
  return {
    problems,
    text,
    required: (name: string, expected: string): string => {
      const value = text(name);
      if (value === null) problems.push(`${name}: is missing. Give ${expected}.`);
      return value ?? '';
    },
    number: (name: string, fallback: number, min: number, max: number): number => {
      const value = text(name);
      if (value === null) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= min && number <= max) return number;
      refuse(name, value, `a whole number from ${min} to ${max}`);
      return fallback;
    },
    check,
    /** A text that passes a check; null if it is missing. */
    checked: (name: string, isGood: (value: string) => boolean, expected: string): string | null => {
      const value = text(name);
      check(name, value, isGood, expected);
      return value;
    },
    /** One of the values; the first by default. */
    oneOf: <Value extends string>(name: string, ...values: [Value, ...Value[]]): Value => {
      const value = text(name) ?? values[0];
      const known = values.find((other) => other === value);
      if (!known)
        refuse(name, value, `${values.length > 2 ? 'one of ' : ''}${values.join(values.length > 2 ? ', ' : ' or ')}`);
      return known ?? values[0];
    },
    /** A public address, ending in a slash; null if it is missing. */
    address: (name: string, example: string): string | null => {
      const value = text(name);
      check(name, value, isPublicUrl, `${example} without credentials, query or fragment`);
      return value && value.replace(/\/*$/, '/');
    },
  };
}

function isUrlOf(...protocols: string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** The form that browsers send in `Origin`: scheme, host, and port if it is not the default. */
function isOrigin(value: string): boolean {
  return isUrlOf('http:', 'https:')(value) && new URL(value).origin === value;
}

function isPublicUrl(value: string): boolean {
  if (!isUrlOf('http:', 'https:')(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return !username && !password && !search && !hash;
}

/** A provider's address: https, as its answers are trusted; http on this machine only. */
function isIssuer(value: string): boolean {
  if (!isPublicUrl(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isThisMachine(hostname);
}

function readOpenid({ text, required, check }: ReturnType<typeof reader>): Settings['openid'] {
  const names = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'];
  if (names.every((name) => text(name) === null)) return null;
  const issuer = required('OPENID_ISSUER', 'the address of the national ID’s provider, https://host/');
  check('OPENID_ISSUER', issuer, isIssuer, 'https://host/path without credentials, query or fragment');
  const clientId = required('OPENID_CLIENT_ID', 'the name that the provider knows this deployment by');
  const clientSecret = required('OPENID_CLIENT_SECRET', 'the secret that goes with OPENID_CLIENT_ID');
  return { issuer, clientId, clientSecret };
}

/** Their values must not be logged. An embedded database has a key file beside it; without a folder there is no place for one. */
function readFilesKeys({ problems, text }: ReturnType<typeof reader>, hasFolder: boolean): Config['filesKeys'] {
  const given = text('FILES_KEY');
  const remedy = 'the base64 of 32 bytes: openssl rand -base64 32';
  if (given === null) {
    if (!hasFolder) problems.push(`FILES_KEY: is missing. Files are encrypted with it. Give ${remedy}.`);
    return null;
  }
  const [first, ...others] = parseFileKeys(given) ?? [];
  if (!first)
    problems.push(
      `FILES_KEY: cannot be used. Give ${remedy}; several different ones divided by commas, the new one first.`,
    );
  return first ? [first, ...others] : null;
}

function readScanner({ checked, oneOf }: ReturnType<typeof reader>): Settings['scanner'] {
  const example = 'clamd://host:3310 or unix:/run/clamav/clamd.ctl';
  const url = checked('SCAN_URL', (value) => parseScanUrl(value) !== null, example);
  const failure = oneOf('SCAN_FAILURE', 'refuse', 'accept');
  const place = url === null ? null : parseScanUrl(url);
  return place && { place, acceptsUnchecked: failure === 'accept' };
}

const bucketExample = 's3://bucket/prefix?endpoint=https://host&region=…';

function readBucketAt(
  { checked }: ReturnType<typeof reader>,
  name: 'FILES_URL' | 'RECORDINGS_URL',
): BucketSettings | null {
  const url = checked(name, (value) => parseBucketUrl(value) !== null, bucketExample);
  return url === null ? null : parseBucketUrl(url);
}

/**
 * The bucket of files for a command.
 * @throws ConfigError if FILES_URL cannot be used.
 */
export function readBucket(environment: Environment): BucketSettings | null {
  const read = reader(environment);
  const bucket = readBucketAt(read, 'FILES_URL');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return bucket;
}

/** The deployment and the location of its data. */
export type DataConfig = Pick<
  Config,
  'tenant' | 'databaseUrl' | 'migrateUrl' | 'directUrl' | 'replicaUrl' | 'dataFolder'
>;

function readData({ problems, text, required, check, checked, oneOf }: ReturnType<typeof reader>): DataConfig {
  const tenant = required('TENANT', 'the id of the deployment, the name of its folder under tenants/');
  check('TENANT', tenant, (value) => /^[a-z0-9-]+$/.test(value), 'small letters, digits and dashes');
  const databaseAt = (name: string, example: string) =>
    checked(name, isPostgresUrl, `postgresql://${example}/database`);
  const databaseUrl = databaseAt('DATABASE_URL', 'user:password@host:5432');
  const migrateUrl = databaseAt('MIGRATE_DATABASE_URL', 'owner:password@host:5432');
  if (migrateUrl !== null && databaseUrl === null)
    problems.push('DATABASE_URL: is missing. Give the role that MIGRATE_DATABASE_URL grants its rights to.');
  const isPooled = oneOf('DATABASE_POOLER', 'none', 'transaction') === 'transaction';
  const listenUrl = databaseAt('LISTEN_DATABASE_URL', 'user:password@host:5432');
  if (isPooled && listenUrl === null)
    problems.push('LISTEN_DATABASE_URL: is missing. Give the address of the database without the pooler.');
  const directUrl = isPooled ? listenUrl : null;
  const replicaUrl = databaseAt('REPLICA_URL', 'user:password@replica:5432');
  return { tenant, databaseUrl, migrateUrl, directUrl, replicaUrl, dataFolder: text('DATA_DIR') ?? `.data/${tenant}` };
}

/**
 * The settings that the commands need.
 * @throws ConfigError with all problems.
 */
export function readDataConfig(environment: Environment): DataConfig {
  const read = reader(environment);
  const data = readData(read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return data;
}

/**
 * The settings of the server process.
 * @throws ConfigError with all problems.
 */
export function readConfig(environment: Environment): Config {
  const read = reader(environment);
  const { problems, text, required, number, check, checked, oneOf, address } = read;
  const data = readData(read);
  const smtpUrl = required('SMTP_URL', 'the mail server’s address, smtp://user:password@host:587');
  check(
    'SMTP_URL',
    smtpUrl,
    isSmtpUrl,
    'smtp://host:587 or smtps://host:465, with ?tls=optional where no encryption is wanted',
  );
  const corsOrigins = (text('CORS_ORIGINS') ?? '').split(',').flatMap((origin) => origin.trim() || []);
  for (const origin of corsOrigins)
    check('CORS_ORIGINS', origin, isOrigin, 'origins as browsers send them, divided by commas: https://host, no path');
  const healthToken = text('HEALTH_TOKEN');
  // Its value must not be logged.
  if (healthToken !== null && !/^[\x21-\x7e]{20,}$/.test(healthToken))
    problems.push(
      'HEALTH_TOKEN: is too short. Give at least 20 characters without spaces, such as openssl rand -hex 32.',
    );
  const port = number('PORT', 8000, 0, 65_535);
  const metricsPort = text('METRICS_PORT') === null ? null : number('METRICS_PORT', 0, 0, 65_535);
  if (metricsPort !== null && metricsPort !== 0 && metricsPort === port)
    problems.push('METRICS_PORT: is the port of the API. Give another one, which only the monitoring reaches.');
  const collector = checked(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    isUrlOf('http:', 'https:'),
    'the address of a collector, http://host:4318',
  );
  const share = text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  check('OTEL_TRACES_SAMPLER_ARG', share, (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), 'a number from 0 to 1');
  const config: Config = {
    ...data,
    queryTimeout: 1000 * number('QUERY_TIMEOUT_SECONDS', 30, 1, 600),
    stopDelay: 1000 * number('STOP_DELAY_SECONDS', 2, 0, 60),
    stopTimeout: 1000 * number('STOP_TIMEOUT_SECONDS', 25, 1, 600),
    smtpUrl,
    mailFrom: checked('MAIL_FROM', (value) => /^[^\s@<>]+@[^\s@<>]+$/.test(value), 'an e-mail address'),
    host: text('HOST') ?? '127.0.0.1',
    port,
    corsOrigins,
    trustedHops: number('TRUSTED_HOPS', 0, 0, 10),
    publicUrl: address('PUBLIC_URL', 'http(s)://host/path/'),
    dashboardUrl: address('DASHBOARD_URL', 'http(s)://host/'),
    appUrl: address('APP_URL', 'http(s)://host/'),
    openid: readOpenid(read),
    filesKeys: readFilesKeys(read, data.databaseUrl === null),
    bucket: readBucketAt(read, 'FILES_URL'),
    recordingsBucket: readBucketAt(read, 'RECORDINGS_URL'),
    scanner: readScanner(read),
    singleSignOnSecret: text('SSO_CLIENT_SECRET'),
    healthToken,
    securityLogUrl: checked(
      'SECURITY_LOG_URL',
      isReceiverUrl,
      'syslog+tls://host:6514, syslog+tcp://host:601, syslog+udp://host:514 or https://host/path',
    ),
    metricsPort,
    tracedShare: collector === null ? null : Number(share),
    commit: text('COMMIT') ?? 'unknown',
    privateWebhooks: oneOf('WEBHOOKS_PRIVATE', 'refuse', 'allow') === 'allow',
    senders: oneOf('SENDERS', 'on', 'off') === 'on',
    logLevel: oneOf('LOG_LEVEL', 'info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent'),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether a value is the URL of a PostgreSQL database. */
export function isPostgresUrl(value: string): boolean {
  // For a Unix socket the folder is in the query and the host is empty, which `URL` refuses together with a user.
  return /^postgres(ql)?:\/\/([^\s/]+@)?[^\s/]*\/[^\s?]+(\?\S*)?$/.test(value);
}

/** Where the data of a configuration is. */
export function placeOf({
  databaseUrl,
  migrateUrl,
  directUrl,
  replicaUrl,
  dataFolder,
}: Omit<DataConfig, 'tenant'>): DatabasePlace {
  return databaseUrl === null
    ? { folder: dataFolder }
    : { url: databaseUrl, migrateUrl, direct: directUrl, replicaUrl };
}
