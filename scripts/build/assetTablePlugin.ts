import { type Compiler, RuntimeGlobals, RuntimeModule, RuntimePlugin } from '@rspack/core';

/** The id of the JSON block in which a page keeps its chunk table. */
export const assetTableId = 'assets';

/**
 * Chunk id → file under the site's root, and the integrity of its bytes. A chunk that a deployment does not have is
 * not in its table.
 */
export type AssetTable = Record<string, [file: string, integrity: string]>;

/** Replaces the compiler's own rule for chunk file names by a look into the page's table. */
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
 * Makes the runtime equal for every tenant: it reads file names and integrities from the page, so that it names no
 * chunk, and certainly none that a deployment does not have.
 */
export class AssetTablePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('AssetTablePlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.getChunkScriptFilename)
        .tap('AssetTablePlugin', (chunk) => {
          compilation.addRuntimeModule(chunk, new AssetTableModule());
        });
      // Integrity-Policy lets a script pass only when it is fetched with CORS, from the own origin too.
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
