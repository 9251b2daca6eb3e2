/**
 * Builds deployments, serves each bundle with the nginx configuration of the image, and checks in a browser that it matches its
 * manifest: `npm run test:tenants -- [ids]`. Writes one HTML report.
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
  // The tests also request the logo of another deployment, so at least two are built.
  const other = known.filter((id) => !ids.includes(id)).slice(0, 1);
  if (run('npm', ['run', '--silent', 'build', '--', ...ids, ...other])) {
    run('playwright', ['test', ...ids.map((id) => `--project=${id}`)]);
    console.log('\nReport: .cache/browser/report/index.html');
  }
}
