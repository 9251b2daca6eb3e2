import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BuildRoot } from '../support/buildRoot.ts';

describe('the budget of the sign-in page', () => {
  let root: BuildRoot;

  beforeEach(() => {
    root = new BuildRoot(['iceland']);
  });
  afterEach(() => root.remove());

  it('is listed for each deployment', () => {
    const { built, budget } = root.buildJson();
    expect(built[0]?.initial).toBeGreaterThan(10_000);
    expect(built[0]?.initial).toBeLessThan(budget);
  });

  it('fails a build that exceeds it, and names the largest growth', () => {
    root.build();
    const before = root.read('iceland', 'index.html');
    writeFileSync(
      root.path('src/ballast.ts'),
      `export const ballast = '${randomBytes(200_000).toString('base64')}';\n`,
    );
    root.edit('src/main.tsx', (text) => `import { ballast } from '#ballast.ts';\n${text}\ndocument.title = ballast;\n`);
    const { status, out } = root.build();
    expect(status).toBe(1);
    expect(out).toMatch(
      /The sign-in page loads \d+\.\d kB of JavaScript \(brotli\); the budget is 140\.0 kB:\n\s+app: \d+\.\d kB, \+\d+\.\d kB/,
    );
    expect(root.read('iceland', 'index.html')).toBe(before);
  });

  it('excludes code of charts, tables and calendar, of features and of media players', () => {
    for (const part of ['features/calendar/Lanes.tsx', 'ui/VideoPlayer.tsx']) {
      mkdirSync(dirname(root.path('src', part)), { recursive: true });
      writeFileSync(root.path('src', part), `export const part = () => document.createElement('${part}');\n`);
    }
    root.edit(
      'src/features/feedback/index.ts',
      (text) => `import { part } from '#ui/VideoPlayer.tsx';\n${text}\nObject.assign(window, { part });\n`,
    );
    root.edit(
      'src/main.tsx',
      (text) =>
        `import { Calendar } from 'react-aria-components';\nimport * as charts from 'echarts/core';\nimport { part } from '#features/calendar/Lanes.tsx';\n${text}\nObject.assign(window, { charts, Calendar, part });\n`,
    );
    const { status, out } = root.build(['--no-compress']);
    expect(status).toBe(1);
    expect(out).toMatch(/node_modules\/echarts\/.* is on the sign-in page/);
    expect(out).toMatch(/node_modules\/react-aria-components\/.*Calendar\.mjs is on the sign-in page/);
    expect(out).toMatch(/src\/features\/calendar\/Lanes\.tsx is on the sign-in page \(in assets\/\S+\.js\)/);
    expect(out).toMatch(/src\/features\/calendar\/Lanes\.tsx is loaded with the page itself \(in assets\/\S+\.js\)/);
    expect(out).toMatch(
      /src\/ui\/VideoPlayer\.tsx is loaded with src\/features\/feedback\/index\.ts \(in assets\/\S+\.js\)/,
    );
  });
});
