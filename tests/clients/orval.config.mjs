export default {
  signboard: {
    input: 'openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      override: { mutator: { path: 'orvalFetch.ts', name: 'orvalFetch' } },
    },
  },
};
