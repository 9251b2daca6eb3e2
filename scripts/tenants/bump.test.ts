import { describe, expect, it } from '@jest/globals';
import { loadTenant } from '../../tenants/manifest.ts';
import { reaches } from './bump.ts';

describe('a changed file', () => {
  it.each([
    // [file, reaches Iceland (Icelandic and English, without departments), reaches Estonia's stage]
    ['src/app/routes.tsx', true, true],
    ['src/features/users/UsersList.tsx', true, true],
    ['src/features/departments/DepartmentsList.tsx', false, true],
    ['src/features/users/users.test.ts', false, false],
    ['src/i18n/locales/is/users.json', true, false],
    ['src/i18n/locales/ee/users.json', false, true],
    ['src/i18n/locales/pt-BR/users.json', false, false],
    ['server/resources/users/routes.ts', true, true],
    ['server/db/migrations/099_things.sql', true, true],
    ['tenants/iceland/logo.svg', true, false],
    ['tenants/iceland/CHANGELOG.md', false, false],
    ['tenants/estonia/manifest.json', false, true],
    ['tenants/palette.ts', true, true],
    ['docker/nginx/nginx.conf', true, true],
    ['scripts/build/headers.ts', true, true],
    ['scripts/sheet.ts', false, false],
    ['docs/ops/ship.md', false, false],
    ['tests/release/ship.test.ts', false, false],
    ['package-lock.json', true, true],
  ])('%s reaches the deployments that contain it', async (path, iceland, stage) => {
    const [loadedIceland, loadedStage] = await Promise.all(['iceland', 'estonia-stage'].map((id) => loadTenant(id)));
    expect({
      iceland: loadedIceland && reaches(path, loadedIceland.tenant, ['iceland']),
      stage: loadedStage && reaches(path, loadedStage.tenant, ['estonia-stage', 'estonia']),
    }).toEqual({ iceland, stage });
  });
});
