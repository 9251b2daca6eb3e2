import type * as Jest from '@jest/globals';

type Globals = Record<string, object>;

let current: Globals = {};

/** Takes the functions of the test file that runs now. */
export function setGlobals(globals: Globals): void {
  current = globals;
}

/**
 * A function of `@jest/globals` for modules that outlive a test file: it calls the one of the file that runs now, so no test
 * is added to a file that has ended.
 */
function currentOf(name: keyof typeof Jest): object {
  const now = () => {
    const found = current[name];
    if (!found) throw new Error(`Jest's ${name} is used while no test file runs.`);
    return found;
  };
  return new Proxy(() => undefined, {
    apply: (_, self, args) => Reflect.apply(now() as () => unknown, self, args) as unknown,
    get: (_, key) => Reflect.get(now(), key) as unknown,
  });
}

/** What test files import from `@jest/globals`. */
export const afterAll = currentOf('afterAll');
export const afterEach = currentOf('afterEach');
export const beforeAll = currentOf('beforeAll');
export const beforeEach = currentOf('beforeEach');
export const describe = currentOf('describe');
export const expect = currentOf('expect');
export const it = currentOf('it');
export const jest = currentOf('jest');
export const test = currentOf('test');
