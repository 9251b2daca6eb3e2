import type pg from 'pg';

/** A read-only copy of the database that follows the primary. Positions are those of the write-ahead log, in bytes. */
export type Replica = {
  pool: pg.Pool;
  /** Whether reads may use it: it has everything up to a position, and is at most a second behind. */
  has: (position: number) => boolean;
  /** A statement failed there: reads use the primary until the replica is seen to follow it again. */
  noteFailure: () => void;
  /** Waits until it has everything that is written now, or cannot be used. */
  caughtUp: () => Promise<void>;
  close: () => Promise<void>;
};

/** How often both positions are read, in milliseconds. */
const interval = 100;

/** How far behind the primary it may be, in milliseconds. */
const mostBehind = 1_000;

const writtenPosition = `pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`;

/** What reads the position of the primary. */
export const readWritten = `select ${writtenPosition} as position`;

/** After a promotion, the replica is a primary itself. */
const readReplayed = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint
  else ${writtenPosition} end as position`;

async function positionOf(pool: pg.Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>(text);
  return rows[0]?.position ?? 0;
}

/** Follows a replica by reading both positions again and again. */
export function followReplica(primary: pg.Pool, pool: pg.Pool): Replica {
  /** Positions of the primary with their times: the first is about `mostBehind` old. */
  let samples: { position: number; at: number }[] = [];
  let replayed = -1;
  let isClosed = false;
  let looking: Promise<void> | null = null;
  const isFollowing = () => samples.length > 0 && replayed >= (samples[0]?.position ?? Infinity);

  const look = async (): Promise<void> => {
    try {
      const [position, now] = await Promise.all([positionOf(primary, readWritten), positionOf(pool, readReplayed)]);
      const at = performance.now();
      replayed = now;
      const old = samples.findLastIndex((sample) => at - sample.at >= mostBehind);
      samples = [...samples.slice(Math.max(0, old)), { position, at }];
    } catch {
      replayed = -1;
    }
  };
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void lookOnce(), interval).unref();

  return {
    pool,
    has: (position) => isFollowing() && replayed >= position,
    noteFailure: () => {
      replayed = -1;
    },
    caughtUp: async () => {
      if (!isFollowing()) return;
      const goal = await positionOf(primary, readWritten).catch(() => 0);
      const isBehind = () => !isClosed && isFollowing() && replayed < goal;
      while (isBehind()) await lookOnce();
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await looking;
      await pool.end();
    },
  };
}
