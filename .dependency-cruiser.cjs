/** Which folder may import which (docs/decisions/070). */
const onlyFrom = (name, library, importers) => ({
  name,
  comment: `${library} enters the app through one module.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [...importers, '\\.test\\.tsx?$'] },
  to: { path: `^node_modules/(${library})/` },
});

/** src, one way: lib and i18n → api and ui → session → features → app. `above` may not be imported from `folder`. */
const below = (folder, above) => ({
  name: `${folder}-stays-below`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `^src/(${above})/` },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'a-feature-shows-only-its-face',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/features/' },
      to: { path: '^src/features/[^/]+/', pathNot: '^src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/app/', dependencyTypesNot: ['type-only'] },
    },
    below('lib', 'api|ui|session|settings|i18n|tenant|features|app'),
    below('api', 'ui|session|settings|features|app'),
    below('ui', 'api|session|features|app'),
    below('session', 'ui|features|app'),
    {
      name: 'client-knows-the-server-by-contract',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(server|scripts|tenants|tests)/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|scripts)/' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(src|server|tenants|scripts|tests)/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(src|server|contract|tenants|scripts)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '(^tests/|\\.test\\.tsx?$)' },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'The client takes types and plain constants from the contract; a schema would bring TypeBox along.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(contract/(?!(acts|approval|bounds|figureNames|filePurposes|flags|interpretations|interpretingCodes|languages|offered|permissions|platforms|recordRules|reservationRules|roles|verdicts)\\.ts$)|node_modules/typebox/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'product-needs-no-dev-packages',
      comment: 'What runs in the browser or on the server stands under dependencies in package.json.',
      severity: 'error',
      from: { path: '^(src|server|contract)/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
    },
    onlyFrom('axios-and-qs-in-http', 'axios|qs', ['^src/api/http\\.ts$']),
    onlyFrom('swr-in-query', 'swr', ['^src/api/query\\.ts$']),
    onlyFrom('dayjs-in-dates', 'dayjs', ['^src/lib/dates\\.ts$']),
    onlyFrom('final-form-in-ui-form', 'final-form|react-final-form', ['^src/ui/form/']),
    onlyFrom('echarts-in-ui-chart', 'echarts|echarts-for-react', ['^src/ui/chart/']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist/|^\\.cache/|/fixture/)' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'types', 'default', 'require'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
