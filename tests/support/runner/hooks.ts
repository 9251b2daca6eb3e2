import { registerHooks } from 'node:module';

const globals = new URL('jestGlobals.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
  // Packages that are written for bundlers import JSON without its attribute.
  load: (url, context, next) =>
    next(url, new URL(url).pathname.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
