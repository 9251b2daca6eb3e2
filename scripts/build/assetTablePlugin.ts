import { type Compiler, RuntimeGlobals, RuntimeModule, RuntimePlugin } from '@rspack/core';

/** Element id of the JSON block with the page's chunk table. */
export const assetTableId = 'assets';

/**
 * URL path and integrity of each lazily loaded chunk, by chunk id. A page lists only the chunks of its deployment.
 */
export type AssetTable = Record<string, [file: string, integrity: string]>;

/** Makes the runtime read the names of chunk files from the page's table. */
class AssetTableModule extends RuntimeModule {
  constructor() {
    super('asset table', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return [
      `var table = JSON.parse(document.getElementById(${JSON.stringify(assetTableId)}).textContent);`,
      `${RuntimeGlobals.getChunkScriptFilename} = function (chunkId) {`,
      '  if (!table[chunkId]) throw new Error("Chunk " + chunkId + " is not part of this deployment");',
      '  return table[chunkId][0];',
      '};',
      `${RuntimeGlobals.require}.integrity = function (chunkId) { return table[chunkId][1]; };`,
    ].join('\n');
  }
}

/**
 * Makes the runtime identical for all tenants: it reads file names and integrities from the page, so it contains no chunk names.
 */
export class AssetTablePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('AssetTablePlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.getChunkScriptFilename)
        .tap('AssetTablePlugin', (chunk) => {
          compilation.addRuntimeModule(chunk, new AssetTableModule());
        });
      // Integrity-Policy blocks scripts that are fetched without CORS, even from the same origin.
      RuntimePlugin.getCompilationHooks(compilation).createScript.tap('AssetTablePlugin', (code) =>
        [
          code,
          'script.crossOrigin = "anonymous";',
          `script.integrity = ${RuntimeGlobals.require}.integrity(chunkId);`,
        ].join('\n'),
      );
    });
  }
}
