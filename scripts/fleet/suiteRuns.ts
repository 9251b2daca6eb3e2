import { existsSync, readFileSync } from 'node:fs';

/** The last run of a deployment's browser suite. */
export type SuiteRun = {
  /** RFC 3339. */
  time: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Titles of the failed tests. */
  failures: string[];
};

type Spec = {
  title: string;
  tests: { projectName: string; status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
};
type Suite = { specs?: Spec[]; suites?: Suite[] };
type Report = { suites: Suite[]; stats: { startTime: string } };

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** The last runs by deployment, from Playwright's report of `npm run test:tenants`; empty when there is none. */
export function suiteRuns(file: string): Map<string, SuiteRun> {
  const runs = new Map<string, SuiteRun>();
  if (!existsSync(file)) return runs;
  const { suites, stats } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  for (const { title, tests } of suites.flatMap(specsOf))
    for (const { projectName, status } of tests) {
      const run = runs.get(projectName) ?? { time: stats.startTime, passed: 0, failed: 0, skipped: 0, failures: [] };
      runs.set(projectName, run);
      if (status === 'skipped') run.skipped += 1;
      else if (status === 'unexpected') {
        run.failed += 1;
        run.failures.push(title);
      } else run.passed += 1;
    }
  return runs;
}
