import { parseArgs } from 'node:util';
import { onDatabase, runCommand } from './command.ts';
import { CommandError } from './CommandError.ts';
import { type Anchor, verifyChain } from './resources/audit/verifyChain.ts';

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
    throw new CommandError(
      `--anchor: ${JSON.stringify(text)} cannot be used. Give <position>:<64 hexadecimal characters>.`,
    );
  return { position: Number(position), hash };
}

await runCommand({ help, failure: 'The audit log could not be checked', exitCode: 2 }, async (args) => {
  const { values } = parseArgs({ args, options: { anchor: { type: 'string', multiple: true } } });
  const anchors = (values.anchor ?? []).map(readAnchor);
  await onDatabase(async ({ db }) => {
    const { findings, verified, erased, waiting } = await verifyChain(db, anchors);
    for (const finding of findings) console.error(finding);
    console.log(`${verified} entries checked, ${erased} of them erased; ${waiting} are not in the chain yet.`);
    console.log(findings.length > 0 ? `${findings.length} findings.` : 'The audit log fits its chain.');
    if (findings.length > 0) process.exitCode = 1;
  });
});
