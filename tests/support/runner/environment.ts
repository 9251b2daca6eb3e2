import { ModernFakeTimers } from '@jest/fake-timers';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModuleMocker } from 'jest-mock';

/** Keeps the properties of an object. Returns a function that gives those back that have changed. */
function keepProperties(target: object): () => void {
  const before = Object.getOwnPropertyDescriptors(target) as Record<string, PropertyDescriptor>;
  return () => {
    for (const [key, descriptor] of Object.entries(before)) {
      const now = Object.getOwnPropertyDescriptor(target, key);
      if (now?.value !== descriptor.value || now?.get !== descriptor.get)
        if (now?.configurable !== false) Object.defineProperty(target, key, descriptor);
    }
  };
}

/** Keeps the variables of the environment. */
function keepVariables(): () => void {
  const before = { ...process.env };
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  };
}

/** Node's own modules need these, too: with others in their place, requests and streams would never end. */
const ofNode: NonNullable<Parameters<ModernFakeTimers['useFakeTimers']>[0]>['doNotFake'] = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
];

/** The functions of `jest` that tests use. Modules cannot be replaced here. */
function jestObject(mocker: ModuleMocker, timers: ModernFakeTimers) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (settings?: Parameters<ModernFakeTimers['useFakeTimers']>[0]) =>
      timers.useFakeTimers({ doNotFake: ofNode, ...settings }),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (milliseconds: number) => timers.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds: number) => timers.advanceTimersByTimeAsync(milliseconds),
  };
}

/**
 * The environment of tests that share their worker's modules and globals (runtime.ts). After each file it gives back what
 * the file may have changed for the next one: timers, replaced functions, globals, variables and the folder.
 */
export class SharedEnvironment {
  readonly global = globalThis;
  readonly jest: ReturnType<typeof jestObject>;
  /** The source maps of compiled modules; null where Node only removes types. */
  readonly sourceMaps: Map<string, string> | null = null;
  readonly #restore: (() => void)[];

  constructor({ projectConfig }: JestEnvironmentConfig, _context: EnvironmentContext) {
    const mocker = new ModuleMocker(globalThis);
    const timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.jest = jestObject(mocker, timers);
    const folder = process.cwd();
    this.#restore = [
      () => timers.dispose(),
      () => mocker.restoreAllMocks(),
      keepProperties(globalThis),
      keepProperties(process),
      keepVariables(),
      () => process.chdir(folder),
    ];
  }

  getVmContext(): null {
    return null;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    for (const restore of this.#restore) restore();
  }
}

export { SharedEnvironment as 'module.exports' };
