/** Which folder may import which (decision 070). Layers from the lowest to the highest; each path is a pattern. */
const layers = require('./scripts/layers.json');

const test = '\\.test\\.tsx?$';
const patternOf = (paths) => `^(${paths.join('|')})`;

/** A layer imports itself and lower layers. */
const upwards = layers.slice(0, -1).map(({ name, paths }, index) => ({
  name: `${name.replaceAll(' ', '-')}-imports-no-higher-layer`,
  severity: 'error',
  from: { path: patternOf(paths), pathNot: test },
  to: { path: patternOf(layers.slice(index + 1).flatMap((higher) => higher.paths)), dependencyTypesNot: ['type-only'] },
}));

const unlisted = {
  name: 'every-folder-has-a-layer',
  comment: 'Add the folder to scripts/layers.json.',
  severity: 'error',
  from: {
    path: '^(src|server|contract|tenants|scripts|docker)/',
    pathNot: [test, patternOf(layers.flatMap(({ paths }) => paths))],
  },
  to: {},
};

const onlyFrom = (name, library, importers) => ({
  name,
  comment: `${library} enters the app through one module.`,
  severity: 'error',
  from: { path: '^src/', pathNot: [...importers, test] },
  to: { path: `^node_modules/(${library})/` },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    ...upwards,
    unlisted,
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'a-feature-is-imported-by-its-index',
      comment: 'The app starts with the sign-in page, before it loads any feature.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(features/|app/SignInApp\\.tsx$)' },
      to: { path: '^src/features/[^/]+/', pathNot: '^src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'components-make-no-calls',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: test },
      to: { path: '^src/api/' },
    },
    {
      name: 'session-has-no-components',
      severity: 'error',
      from: { path: '^src/session/', pathNot: test },
      to: { path: '^src/ui/' },
    },
    {
      name: 'client-knows-the-server-by-contract',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^(server|scripts|tenants|tests)/' },
    },
    {
      name: 'server-knows-no-client',
      comment: 'The texts that only Node reads are in the folder of their language.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|scripts)/', pathNot: '^src/i18n/locales/[^/]+/node/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(src|server|contract|tenants|scripts|docker)/', pathNot: test },
      to: { path: '(^tests/|\\.test\\.tsx?$)' },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'The client takes types and plain constants from the contract; a schema would bring TypeBox along.',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: {
        path: '^(contract/(?!(absenceNames|acts|approval|bounds|calendarFeedLimits|contactLinks|csv|emailAddress|figureNames|filePurposes|flags|heartbeat|importKinds|interpretations|interpretingCodes|kinds|languages|notificationKinds|offerDeadline|offered|pageElements|permissions|plainLetters|plainText|platforms|preferenceNames|privacyNames|qrFileName|recordRules|reservationRules|roles|securityEventNames|serviceAccountNames|toldByChange|verdicts|wallSpan|webhookLimits|workingTimeNames)\\.ts$)|node_modules/typebox/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'product-needs-no-dev-packages',
      comment: 'What runs in the browser or on the server stands under dependencies in package.json.',
      severity: 'error',
      from: { path: '^(src|server|contract)/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
    },
    onlyFrom('axios-and-qs-in-http', 'axios|qs', ['^src/api/http\\.ts$']),
    onlyFrom('swr-in-query', 'swr', ['^src/api/query\\.ts$']),
    onlyFrom('router-in-one-module', 'react-router|react-router-dom', ['^src/lib/router\\.ts$']),
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
