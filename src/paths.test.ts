import { describe, expect, test } from '@jest/globals';
import { loginHref, paths, safeReturnTo } from './paths.ts';

describe('the place to return to', () => {
  test('is kept in the address of the login page', () => {
    expect(loginHref('/dashboard/users?page=2')).toBe('/auth/login?returnTo=%2Fdashboard%2Fusers%3Fpage%3D2');
    expect(loginHref('/dashboard')).toBe('/auth/login');
    expect(loginHref()).toBe('/auth/login');
  });

  test('may be any page of the dashboard', () => {
    expect(safeReturnTo('/dashboard/users?page=2#row')).toBe('/dashboard/users?page=2#row');
    expect(safeReturnTo('http://localhost/dashboard/versions')).toBe('/dashboard/versions');
  });

  test.each([
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'javascript:alert(1)',
    '/auth/login',
    '/dashboards',
    '/dashboard/../auth/login',
    'http://[',
    '',
    null,
  ])('is the dashboard instead of %p', (asked) => {
    expect(safeReturnTo(asked)).toBe(paths.dashboard.href());
  });
});
