/** How a backend uses a bucket: new files go to it; only those already there are read and deleted; or they are only read. */
export type BucketMode = 'store' | 'leave' | 'read';

/** A place in S3-compatible storage. */
export type BucketSettings = {
  bucket: string;
  /** What all names begin with: empty, or ending in a slash. */
  prefix: string;
  /** The address of the server; null: that of AWS. */
  endpoint: string | null;
  /** Null: from the environment, as the AWS SDK reads it. */
  region: string | null;
  mode: BucketMode;
};

const modes: readonly BucketMode[] = ['store', 'leave', 'read'];
const known = ['endpoint', 'region', 'mode'];

const isEndpoint = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && new URL(value).search === '';

/** Reads `s3://bucket/prefix?endpoint=…&region=…&mode=…`; null if it cannot be used. */
export function parseBucketUrl(text: string): BucketSettings | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, pathname, searchParams, username, password, hash } = new URL(text);
  const mode = modes.find((name) => name === (searchParams.get('mode') ?? 'store'));
  const endpoint = searchParams.get('endpoint');
  if (protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host) || username || password || hash || !mode)
    return null;
  if ([...searchParams.keys()].some((name) => !known.includes(name)) || (endpoint !== null && !isEndpoint(endpoint)))
    return null;
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return { bucket: host, prefix: path && `${path}/`, endpoint, region: searchParams.get('region'), mode };
}
