import { type Compiler, RuntimeGlobals, RuntimeModule, RuntimePlugin } from '@rspack/core';
import type { AppFile } from './app.ts';

/** Element id of the JSON block with the page's chunk table. */
export const assetTableId = 'assets';

/**
 * The SHA-256 of each lazily loaded chunk in base64, by chunk id. It is the chunk's integrity, and its first eight bytes name its file: a
 * compressed page consists mainly of these hashes, so it has none twice. A page lists only the chunks of its deployment.
 */
export type AssetTable = Record<string, string>;

const algorithm = 'sha256-';

/** The entry of a chunk in the table. @throws Error when its file is not named by its content only. */
export function tableEntry({ path, sha256, integrity }: Pick<AppFile, 'path' | 'sha256' | 'integrity'>): string {
  if (path !== `assets/${sha256.slice(0, 16)}.js`) throw new Error(`${path} is not named by its content`);
  return integrity.slice(algorithm.length);
}

/** Makes the runtime take the names of chunk files from the page's table. */
class AssetTableModule extends RuntimeModule {
  constructor() {
    super('asset table', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return [
      `var table = JSON.parse(document.getElementById(${JSON.stringify(assetTableId)}).textContent);`,
      `${RuntimeGlobals.getChunkScriptFilename} = function (chunkId) {`,
      '  if (!table[chunkId]) throw new Error("Chunk " + chunkId + " is not part of this deployment");',
      '  var name = "";',
      '  for (var byte of atob(table[chunkId]).slice(0, 8)) name += byte.charCodeAt(0).toString(16).padStart(2, "0");',
      '  return "assets/" + name + ".js";',
      '};',
      `${RuntimeGlobals.require}.integrity = function (chunkId) { return ${JSON.stringify(algorithm)} + table[chunkId]; };`,
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
