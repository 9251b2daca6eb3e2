import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, type Optimization, rspack, type RuleSetRule, type RuleSetUseItem } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { isoLanguage, languages } from './contract/languages.ts';
import { AssetTablePlugin } from './scripts/build/assetTablePlugin.ts';
import { checkFolder } from './scripts/build/checkFolder.ts';

const styledComponents = fileURLToPath(import.meta.resolve('@swc/plugin-styled-components'));

/**
 * React Aria's messages in languages that no deployment offers (it has none in Icelandic). `@react-aria/optimize-locales-plugin`
 * does the same in JavaScript and adds a sixth to the compile time (decision 060).
 */
const unusedReactAriaMessages = new RegExp(
  `/intl/(?:\\w+/)?(?!(?:${languages.map(isoLanguage).join('|')})-)[a-z]{2}-[A-Z]{2}\\.mjs$`,
);

/**
 * Runs first: removes types and comments. The ids of styled components are hashes of the text that their plugin reads, so a comment
 * would otherwise change every bundle (decision 293).
 */
const withoutComments: RuleSetUseItem = {
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'esnext',
      transform: { react: { runtime: 'preserve' } },
      minify: { compress: false, mangle: false, format: { comments: { regex: 'webpack[A-Z]|__PURE__' } } },
    },
  },
};

/**
 * Lets browsers compile all functions of the first scripts while these arrive, beside the page, and not one by one when they are called:
 * a slow phone is blocked for 30 % less time at sign-in (decision 391).
 */
const compileEagerly = new rspack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /^(app|vendor)\.js$/,
  // After the comments were removed.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE,
});

/** Options of a compile. They must not depend on a tenant: all deployments share one compile. */
export type CompileOptions = {
  /** Folder of the app, with `src/` and `package.json` (for `#…` imports). */
  root?: string;
  mode?: 'production' | 'development';
  /** Output folder. */
  path?: string;
};

/** How files become modules. */
function moduleRules(development: boolean): RuleSetRule[] {
  return [
    {
      test: /\.tsx?$/,
      use: [
        {
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2023',
              transform: { react: { runtime: 'automatic', development, refresh: development } },
              experimental: {
                cacheRoot: `${import.meta.dirname}/.cache/swc`,
                plugins: [[styledComponents, { displayName: development, ssr: true, fileName: development }]],
              },
            },
          },
        },
        ...(development ? [] : [withoutComments]),
      ],
    },
    { test: /\.css$/, type: 'css/auto' },
    { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
  ];
}

/** Names of modules and chunks, what the minimizers remove, and what is in a chunk of its own. */
function optimizationOf(development: boolean): Optimization {
  return {
    moduleIds: development ? 'named' : 'deterministic',
    chunkIds: development ? 'named' : 'deterministic',
    realContentHash: false,
    minimizer: [
      new rspack.SwcJsMinimizerRspackPlugin({
        extractComments: false,
        minimizerOptions: { format: { comments: false } },
      }),
      new rspack.LightningCssMinimizerRspackPlugin(),
    ],
    splitChunks: {
      chunks: (chunk) => chunk.name !== 'boot',
      // With the default of 20 kB small modules are copied into many chunks: a bundle had 15 % more scripts, compressed.
      minSize: 8_000,
      maxInitialRequests: 10,
      cacheGroups: {
        vendor: {
          name: 'vendor',
          test: /[\\/]node_modules[\\/]/,
          chunks: (chunk) => chunk.name === 'app',
          priority: 10,
        },
      },
    },
  };
}

/**
 * Compiles the app once for all tenants. Output names carry no hash: the build names every file by its
 * content, and the runtime reads the names from the page.
 */
export function compileConfiguration({
  root = import.meta.dirname,
  mode = 'production',
  path = `${root}/.cache/plain`,
}: CompileOptions = {}): Configuration {
  const development = mode === 'development';
  return {
    name: 'app',
    context: root,
    mode,
    target: ['web', 'es2023'],
    devtool: development ? 'cheap-module-source-map' : false,
    entry: {
      // In production `boot` needs no runtime; hot module replacement needs exactly one.
      boot: { import: './src/boot.ts', runtime: development ? 'runtime' : false },
      app: { import: './src/main.tsx', runtime: 'runtime' },
    },
    output: {
      path,
      publicPath: '/',
      filename: '[name].js',
      // The page loads scripts from `/assets/` only; the build puts its files there itself.
      ...(development
        ? { chunkFilename: 'assets/[id].js', hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js' }
        : { chunkFilename: 'js/[id].js' }),
      cssFilename: '[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:16][ext]',
      uniqueName: 'signboard',
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: 'app' },
      clean: !development,
    },
    resolve: {
      extensions: ['.js', '.mjs', '.json'],
      // Module ids must not depend on the target of a linked node_modules.
      symlinks: false,
      // The package's exports name its development build in every mode.
      alias: development
        ? {}
        : {
            'react-router$': `${root}/node_modules/react-router/dist/production/index.mjs`,
            'react-router/dom$': `${root}/node_modules/react-router/dist/production/dom-export.mjs`,
          },
    },
    module: { rules: moduleRules(development) },
    optimization: optimizationOf(development),
    plugins: [
      new rspack.NormalModuleReplacementPlugin(
        unusedReactAriaMessages,
        'data:text/javascript,export default undefined',
      ),
      ...(development ? [new ReactRefreshRspackPlugin()] : [new AssetTablePlugin(), compileEagerly]),
    ],
    performance: false,
    // For `rspack build`, which prints them and writes them for analysers with `--json`. `npm run build` reads the compilation.
    stats: development ? 'errors-warnings' : { assets: true, chunks: true, chunkModules: true, modules: true },
    infrastructureLogging: { level: 'error' },
  };
}

/** The entry that renders the sign-in page at build time. */
const prerenderEntry = 'src/prerender.tsx';

/** The compile of `prerenderEntry` for Node, into `prerender.mjs`. */
export function prerenderConfiguration({ root, path }: Required<Pick<CompileOptions, 'root' | 'path'>>): Configuration {
  const { context, mode, resolve: resolving, module } = compileConfiguration({ root, path });
  return {
    name: 'prerender',
    target: 'node20',
    context: context ?? root,
    mode: mode ?? 'production',
    devtool: false,
    entry: { prerender: `./${prerenderEntry}` },
    output: { path, filename: '[name].mjs', module: true, chunkFormat: 'module', library: { type: 'module' } },
    resolve: resolving ?? {},
    module: module ?? {},
    optimization: { minimize: false, splitChunks: false },
    // The build passes the texts.
    plugins: [new rspack.IgnorePlugin({ resourceRegExp: /\.json$/, contextRegExp: /[\\/]i18n([\\/]locales)?$/ })],
    performance: false,
    infrastructureLogging: { level: 'error' },
  };
}

/** `--env` values of the Rspack command line. */
type Env = {
  RSPACK_SERVE?: boolean;
  /** `rspack serve`: the deployment, `dev` by default. */
  tenant?: string;
  /** `rspack serve`: URL of a running backend. */
  backend?: string;
  /** Folder with `src/` and `tenants/`. */
  root?: string;
};

/**
 * The configuration of `rspack build` (`npm run compile`) and `rspack serve` (`npm run dev`). `npm run build` compiles with
 * `compileConfiguration` and brands the result for every deployment.
 */
export default async function configuration(
  env: Env,
  { mode }: { mode?: CompileOptions['mode'] },
): Promise<Configuration> {
  const root = resolve(env.root ?? import.meta.dirname);
  checkFolder(root);
  if (!env.RSPACK_SERVE) return compileConfiguration({ root, mode });
  const { devServer } = await import('./scripts/dev/devServer.ts');
  return {
    ...compileConfiguration({ root, mode: 'development' }),
    lazyCompilation: false,
    devServer: await devServer({ root, id: env.tenant ?? 'dev', backend: env.backend ?? null }),
  };
}
