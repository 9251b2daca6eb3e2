import { expect, test } from '@jest/globals';
import { journeyMatrix, matrixPage, matrixText } from './matrix.ts';

const skipped = (reason: string) => [{ type: 'skip', description: reason }];
const ran = (projectName: string, status: string, annotations: { type: string; description?: string }[] = []) => ({
  projectName,
  status,
  annotations,
});

const matrix = journeyMatrix({
  suites: [
    {
      specs: [
        {
          file: 'session.spec.ts',
          title: 'a session survives <a reload>',
          tests: [ran('journeys-iceland', 'expected'), ran('journeys-brazil', 'unexpected')],
        },
      ],
      suites: [
        {
          specs: [
            {
              file: 'registration.spec.ts',
              title: 'a person registers',
              tests: [
                ran('journeys-iceland', 'skipped', skipped('the flag registration is off')),
                ran('journeys-brazil', 'skipped'),
              ],
            },
            { file: 'tenant.spec.ts', title: 'has its own brand', tests: [ran('iceland', 'expected')] },
          ],
        },
      ],
    },
  ],
});

test('the text has a column per deployment, a line per journey, and the counts', () => {
  expect(matrixText(matrix).replaceAll(/ {2,}/g, ' | ')).toBe(
    [
      ' | iceland | brazil',
      'session.spec.ts',
      ' | a session survives <a reload> | passed | failed',
      'registration.spec.ts',
      ' | a person registers | skipped | failed',
      '',
      'iceland: 1 passed, 0 failed, 1 skipped',
      'brazil: 0 passed, 2 failed, 0 skipped',
    ].join('\n'),
  );
});

test('the page gives the reason of a skipped journey and of one that did not run', () => {
  const page = matrixPage(matrix);
  expect(page).toContain('<td class="skipped">skipped: the flag registration is off</td>');
  expect(page).toContain('<td class="failed">failed: did not run</td>');
  expect(page).toContain('a session survives &lt;a reload&gt;');
  expect(page).not.toContain('has its own brand');
});
