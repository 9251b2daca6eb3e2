import { fileURLToPath } from 'node:url';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { AssetTablePlugin } from './scripts/build/assetTablePlugin.ts';

const styledComponents = fileURLToPath(import.meta.resolve('@swc/plugin-styled-components'));

/**
 * React Aria's own words in languages that we do not have (there are none in Icelandic). A pattern, because the compiler
 * matches it without calling back into JavaScript: `@react-aria/optimize-locales-plugin` costs a sixth of the compile.
 */
const foreignWords = /\/intl\/(?:\w+\/)?(?!en-|lt-|es-|et-|pt-|sk-)[a-z]{2}-[A-Z]{2}\.mjs$/;

/** What a compile may vary in. Nothing here, and nothing in the environment, may speak of a tenant. */
export type CompileOptions = {
  /** Folder of the app: its `package.json` (for `#…` imports) and `src/`. */
  root?: string;
  mode?: 'production' | 'development';
  /** Folder that the compiled app is written to. */
  path?: string;
};

/**
 * The one compile of the app, free of tenants (docs/decisions/020). File names carry no hash: branding
 * content-addresses every file, and the runtime reads the names from the page.
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
      // Alone on the page it needs no runtime; in development there must be one only, for the hot updates.
      boot: { import: './src/boot.ts', runtime: development ? 'runtime' : false },
      app: { import: './src/main.tsx', runtime: 'runtime' },
    },
    output: {
      path,
      publicPath: '/',
      filename: '[name].js',
      chunkFilename: 'js/[id].js',
      cssFilename: '[name].css',
      assetModuleFilename: 'assets/[name].[contenthash:16][ext]',
      uniqueName: 'signboard',
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: 'app' },
      clean: !development,
    },
    resolve: {
      extensions: ['.js', '.mjs', '.json'],
      // A checkout may link its node_modules; module ids must not depend on where to.
      symlinks: false,
      // The package itself names the build that warns developers, whatever the mode.
      alias: development
        ? {}
        : {
            'react-router$': `${root}/node_modules/react-router/dist/production/index.mjs`,
            'react-router/dom$': `${root}/node_modules/react-router/dist/production/dom-export.mjs`,
          },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
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
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
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
    },
    plugins: [
      new rspack.NormalModuleReplacementPlugin(foreignWords, 'data:text/javascript,export default undefined'),
      development ? new ReactRefreshRspackPlugin() : new AssetTablePlugin(),
    ],
    performance: false,
    // What `npm run compile` prints, and writes for analysers with `--json`; the build reads the compilation itself.
    stats: development ? 'errors-warnings' : { assets: true, chunks: true, chunkModules: true, modules: true },
    infrastructureLogging: { level: 'error' },
  };
}

export default compileConfiguration();
