import { type LoadedTenant } from '../../tenants/manifest.ts';
import type { App } from './app.ts';
import type { Bundle, BundleFile } from './bundle.ts';
import { checkIsolation, type IsolationInput, type IsolationResult, type Leak, type Sentence } from './isolation.ts';
import { CommandError } from '../../server/CommandError.ts';
import { RandomMarkers } from './randomMarkers.ts';
import { whereWritten } from './whereWritten.ts';

/** What the proof needs. */
export type ProofInput = {
  app: App;
  /** The deployments to brand. */
  wanted: LoadedTenant[];
  /** Every deployment. */
  loaded: LoadedTenant[];
  /** The result of `uniqueSentences`. */
  sentences: Sentence[];
  /** Brands a deployment, see `bundleOf`. */
  brand: (tenant: LoadedTenant) => Bundle;
  isToBlame: IsolationInput['isToBlame'];
};

/** The values of a deployment that no page may contain, not even its own. */
const neverServed = /^manifest\.customer$/;

function ownFiles({ files, meta }: Pick<Bundle, 'files' | 'meta'>): { path: string; content: Buffer }[] {
  const isOwn = (file: BundleFile): file is BundleFile & { content: Buffer } => 'content' in file;
  return [...files.filter(isOwn), ...meta];
}

/**
 * Searches the files of a bundle for random texts of other deployments.
 * @param own the deployment whose random texts the files may contain; none for a finished bundle
 */
function strayMarkers(
  bundle: Bundle,
  markers: RandomMarkers,
  id: string,
  tenantOfFile: string | null,
): { leaks: Leak[]; seen: Set<string> } {
  const seen = new Set<string>();
  const leaks = ownFiles(bundle).flatMap(({ path, content }) =>
    markers.in(content).flatMap(({ marker: { owner, field }, offset }): Leak[] => {
      if (owner === tenantOfFile) seen.add(field);
      if (owner === tenantOfFile && !neverServed.test(field)) return [];
      const description = `the random text that stands for ${field} of ${owner}`;
      return [{ tenant: id, path, offset, marker: { description, bytes: Buffer.alloc(0) }, isOfOwner: false }];
    }),
  );
  return { leaks, seen };
}

/** @throws CommandError when a value of the page is not among the random texts of its page: the search would prove nothing. */
function checkMarked(id: string, markers: RandomMarkers, seen: Set<string>): void {
  const absent = markers.of(id).filter(({ field }) => field.startsWith('tenant.') && !seen.has(field));
  if (absent.length === 0) return;
  throw new CommandError(
    `The isolation of ${absent.map(({ field }) => field).join(', ')} cannot be checked: the page of ${id} does not contain it`,
  );
}

/**
 * Brands the deployments and proves that no bundle contains data of another: first it brands copies in which random texts replace
 * every value, and searches each for the texts of the others; then it brands the deployments, and searches the bundles for values
 * that are unique.
 * @throws CommandError when a search would prove nothing
 */
export function brandAndProve(input: ProofInput): { bundles: Bundle[]; result: IsolationResult } {
  const { wanted, loaded, brand } = input;
  const markers = new RandomMarkers();
  // A single deployment is branded after another one, whose texts could stay behind.
  const neighbour = wanted.length === 1 ? loaded.filter((tenant) => tenant !== wanted[0]).slice(0, 1) : [];
  const stray: Leak[] = [];
  for (const tenant of [...neighbour, ...wanted]) {
    const { leaks, seen } = strayMarkers(brand(markers.copyOf(tenant)), markers, tenant.id, tenant.id);
    checkMarked(tenant.id, markers, seen);
    stray.push(...leaks);
  }
  const bundles = wanted.map(brand);
  for (const bundle of bundles) stray.push(...strayMarkers(bundle, markers, bundle.id, null).leaks);
  const template = (id: string): Buffer[] => {
    const tenant = loaded.find((candidate) => candidate.id === id);
    return tenant ? ownFiles(brand(markers.copyOf(tenant))).map(({ content }) => content) : [];
  };
  const result = checkIsolation({ ...input, bundles, template });
  return { bundles, result: { ...result, leaks: [...stray, ...result.leaks] } };
}

/** A leak in words. `folder` is that of the bundles, `root` that of the sources, of which it names the line that has the text. */
export function leakMessage({ path, offset, marker, isOfOwner }: Leak, folder: string, root: string): string {
  const text = marker.bytes.toString();
  const source = whereWritten(root, text);
  const at = source === null ? '' : `, written in ${source}`;
  if (!isOfOwner) return `${folder}/${path} contains ${marker.description} (byte ${offset})${at}`;
  return `The app itself contains "${text}" (${path}, byte ${offset})${at}, so no search could tell whether it comes from this deployment: choose another text.`;
}
