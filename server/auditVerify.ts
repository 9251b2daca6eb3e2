import { parseArgs } from 'node:util';
import { ConfigError, placeOf, readDataConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { type Anchor, verifyChain } from './resources/audit/verifyChain.ts';

/** An error that is printed without a stack trace. */
class UsageError extends Error {
  override name = 'UsageError';
}

const help = `Usage: npm run audit:verify -- [options]
       node server/auditVerify.js [options]   (in the image of the backend)

Checks the hash chain of the audit log and names changed, deleted and inserted entries. TENANT names the deployment;
DATABASE_URL its database, by default the embedded one in DATA_DIR. It writes nothing.

Options:
  --anchor <position>:<hash>  an anchor that was kept outside the database, such as a forwarded audit_anchor event
                              ("rows" and "object_id"); may be repeated
  -h, --help                  print this help

Example:
  TENANT=testland npm run audit:verify -- --anchor 5120:9f86d081…

Exit codes:
  0  the audit log fits its chain
  1  at least one entry, link or anchor does not fit
  2  nothing was checked: wrong arguments, or the database cannot be used`;

function readAnchor(text: string): Anchor {
  const [, position = '', hash = ''] = /^(\d+):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (!position)
    throw new UsageError(
      `--anchor: ${JSON.stringify(text)} cannot be used. Give <position>:<64 hexadecimal characters>.`,
    );
  return { position: Number(position), hash };
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { anchor: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const anchors = (values.anchor ?? []).map(readAnchor);
  const database = await openDatabase(placeOf(readDataConfig(process.env)));
  try {
    const { findings, verified, erased, waiting } = await verifyChain(database.db, anchors);
    for (const finding of findings) console.error(finding);
    console.log(`${verified} entries checked, ${erased} of them erased; ${waiting} are not in the chain yet.`);
    console.log(findings.length > 0 ? `${findings.length} findings.` : 'The audit log fits its chain.');
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isPlain =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  const message = error instanceof Error ? error.message : String(error);
  console.error(isPlain ? `${message} See --help.` : `The audit log could not be checked: ${message}`);
  process.exitCode = 2;
}
