import type { OpenidSettings } from './auth/nationalId.ts';
import { isSmtpUrl } from './mail/smtpUrl.ts';

/** Everything that the process is told by its environment. */
export type Config = {
  /** The deployment that it serves. */
  tenant: string;
  /** PostgreSQL's address; null keeps the data in `dataFolder`. */
  databaseUrl: string | null;
  dataFolder: string;
  smtpUrl: string;
  /** The address that mails come from; null is the deployment's support address. */
  mailFrom: string | null;
  host: string;
  port: number;
  corsOrigins: string[];
  trustedHops: number;
  /** Where clients reach the backend, ending in a slash; null where only the clients know. */
  publicUrl: string | null;
  /** Where people open the dashboard, ending in a slash, for links in mails; null where none can be sent. */
  dashboardUrl: string | null;
  /** Where the app has the pages of partners, ending in a slash, for QR codes; null where nobody has said it. */
  appUrl: string | null;
  /** The provider of the national ID; null where people sign in without. */
  openid: OpenidSettings | null;
  logLevel: string;
};

/** Thrown with one line for each setting that cannot be used. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

type Environment = Record<string, string | undefined>;

/** Reads settings one by one and remembers what is wrong with each. An empty value counts as none. */
function reader(environment: Environment) {
  const problems: string[] = [];
  const refuse = (name: string, value: string, wanted: string) => {
    // A URL may carry a password, which has no place in a log.
    const shown = value.replace(/\/\/[^/@]*@/, '//…@');
    problems.push(`${name}: ${JSON.stringify(shown)} cannot be used. Give ${wanted}.`);
  };
  const text = (name: string) => environment[name]?.trim() || null;
  return {
    problems,
    text,
    required: (name: string, wanted: string): string => {
      const value = text(name);
      if (value === null) problems.push(`${name}: is missing. Give ${wanted}.`);
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
    check: (name: string, value: string | null, isGood: (value: string) => boolean, wanted: string): void => {
      if (value && !isGood(value)) refuse(name, value, wanted);
    },
  };
}

function isUrlOf(...protocols: string[]): (value: string) => boolean {
  return (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Exactly what a browser sends in `Origin`: scheme, host, and a port that is not the usual one. */
function isOrigin(value: string): boolean {
  return isUrlOf('http:', 'https:')(value) && new URL(value).origin === value;
}

function isPublicUrl(value: string): boolean {
  if (!isUrlOf('http:', 'https:')(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return !username && !password && !search && !hash;
}

/** A provider's address: what it sends must come from it, so it is encrypted on all but this machine. */
function isIssuer(value: string): boolean {
  if (!isPublicUrl(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(hostname);
}

function readOpenid({ text, required, check }: ReturnType<typeof reader>): OpenidSettings | null {
  const names = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'];
  if (names.every((name) => text(name) === null)) return null;
  const issuer = required('OPENID_ISSUER', 'the address of the national ID’s provider, https://host/');
  check('OPENID_ISSUER', issuer, isIssuer, 'https://host/path without credentials, query or fragment');
  const clientId = required('OPENID_CLIENT_ID', 'the name that the provider knows this deployment by');
  const clientSecret = required('OPENID_CLIENT_SECRET', 'the secret that goes with OPENID_CLIENT_ID');
  return { issuer, clientId, clientSecret };
}

/** Which deployment it is, and where its data lies. */
export type DataConfig = Pick<Config, 'tenant' | 'databaseUrl' | 'dataFolder'>;

function readData({ text, required, check }: ReturnType<typeof reader>): DataConfig {
  const tenant = required('TENANT', 'the id of the deployment, the name of its folder under tenants/');
  check('TENANT', tenant, (value) => /^[a-z0-9-]+$/.test(value), 'small letters, digits and dashes');
  const databaseUrl = text('DATABASE_URL');
  check('DATABASE_URL', databaseUrl, isPostgresUrl, 'postgresql://user:password@host:5432/database');
  return { tenant, databaseUrl, dataFolder: text('DATA_DIR') ?? `.data/${tenant}` };
}

/**
 * The settings that commands beside the process need.
 * @throws ConfigError with everything that is wrong at once.
 */
export function readDataConfig(environment: Environment): DataConfig {
  const read = reader(environment);
  const data = readData(read);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return data;
}

/**
 * The settings of the process.
 * @throws ConfigError with everything that is wrong at once.
 */
export function readConfig(environment: Environment): Config {
  const read = reader(environment);
  const { problems, text, required, number, check } = read;
  const data = readData(read);
  const smtpUrl = required('SMTP_URL', 'the mail server’s address, smtp://user:password@host:587');
  check(
    'SMTP_URL',
    smtpUrl,
    isSmtpUrl,
    'smtp://host:587 or smtps://host:465, with ?tls=optional where no encryption is wanted',
  );
  const mailFrom = text('MAIL_FROM');
  check('MAIL_FROM', mailFrom, (value) => /^[^\s@<>]+@[^\s@<>]+$/.test(value), 'an e-mail address');
  const corsOrigins = (text('CORS_ORIGINS') ?? '').split(',').flatMap((origin) => origin.trim() || []);
  for (const origin of corsOrigins)
    check('CORS_ORIGINS', origin, isOrigin, 'origins as browsers send them, divided by commas: https://host, no path');
  const publicUrl = text('PUBLIC_URL');
  check('PUBLIC_URL', publicUrl, isPublicUrl, 'http(s)://host/path/ without credentials, query or fragment');
  const dashboardUrl = text('DASHBOARD_URL');
  check('DASHBOARD_URL', dashboardUrl, isPublicUrl, 'http(s)://host/ without credentials, query or fragment');
  const appUrl = text('APP_URL');
  check('APP_URL', appUrl, isPublicUrl, 'http(s)://host/ without credentials, query or fragment');
  const openid = readOpenid(read);
  const logLevel = text('LOG_LEVEL') ?? 'info';
  check('LOG_LEVEL', logLevel, (value) => logLevels.includes(value), `one of ${logLevels.join(', ')}`);
  const config: Config = {
    ...data,
    smtpUrl,
    mailFrom,
    host: text('HOST') ?? '127.0.0.1',
    port: number('PORT', 8000, 0, 65_535),
    corsOrigins,
    trustedHops: number('TRUSTED_HOPS', 0, 0, 10),
    publicUrl: publicUrl && publicUrl.replace(/\/*$/, '/'),
    dashboardUrl: dashboardUrl && dashboardUrl.replace(/\/*$/, '/'),
    appUrl: appUrl && appUrl.replace(/\/*$/, '/'),
    openid,
    logLevel,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether a value is the address of a PostgreSQL database. */
export function isPostgresUrl(value: string): boolean {
  // A socket's folder stands in the query, with no host before it, which URL refuses when there is a user.
  return /^postgres(ql)?:\/\/([^\s/]+@)?[^\s/]*\/[^\s?]+(\?\S*)?$/.test(value);
}
