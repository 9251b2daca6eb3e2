/**
 * Puts each deployment's bundle behind the image's web server and asks in a browser whether it is what its manifest says:
 * `npm run test:tenants -- [ids]`. Builds them first. Ends with one HTML report.
 */
import { spawnSync } from 'node:child_process';
import { tenantIds } from '../tenants/tenantIds.ts';
import { noDeployment } from '../tenants/noDeployment.ts';

const known = tenantIds();
const wanted = process.argv.slice(2);
for (const id of wanted.filter((each) => !known.includes(each))) {
  console.error(noDeployment(id, known));
  process.exitCode = 2;
}

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}

if (!process.exitCode) {
  const ids = wanted.length ? wanted : known;
  // A deployment is asked for another one's logo too, so one alone is not enough.
  const stranger = known.filter((id) => !ids.includes(id)).slice(0, 1);
  if (run('npm', ['run', '--silent', 'build', '--', ...ids, ...stranger])) {
    run('playwright', ['test', ...ids.map((id) => `--project=${id}`)]);
    console.log('\nReport: .cache/browser/report/index.html');
  }
}
