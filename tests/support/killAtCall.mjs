import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Kills the process before the n-th call that changes names below a folder: KILL_AT=<n>, KILL_BELOW=<folder>.
const { KILL_AT, KILL_BELOW = '' } = process.env;
let calls = 0;
for (const name of ['renameSync', 'symlinkSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (args.some((path) => typeof path === 'string' && path.startsWith(KILL_BELOW))) {
      calls += 1;
      if (String(calls) === KILL_AT) process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
