import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

// R15
it.each([
  'package.json',
  'rspack.config.ts',
  'tsconfig.json',
  'README.md',
  'tenants',
  'src',
  'scripts/build-tenants.ts',
  'docker',
  'tests',
])('the sources have %s', (path) => {
  expect(existsSync(path)).toBe(true);
});

const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

// R16
it.each([
  'react',
  'react-dom',
  'react-router-dom',
  'react-i18next',
  'react-final-form',
  'final-form',
  'styled-components',
  'axios',
  'swr',
  'jotai',
  'i18next',
  'dayjs',
  'qs',
  'echarts',
  'echarts-for-react',
])('the app is made with %s', (name) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).toContain(name);
  expect(sources).toMatch(new RegExp(`(?:from|import\\() ?'${name}[/']`));
});

// R16
it.each([
  ['rspack', 'rspack.config.ts', "from '@rspack/core'"],
  ['@rspack/cli', 'package.json', '"compile": "rspack build"'],
  ['jest', 'package.json', '"jest": "jest"'],
  ['@testing-library/react', 'tests/support/renderUi.tsx', "from '@testing-library/react'"],
  ['playwright', 'playwright.config.ts', "from 'playwright/test'"],
])('the build and the tests use %s', (_, file, use) => {
  expect(readFileSync(file, 'utf8')).toContain(use);
});
