import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { positionAt, shownPath } from '../../tenants/document.ts';
import { type CheckedTenant, checkTenants, type LoadedTenant } from '../../tenants/manifest.ts';
import type { Problem } from '../../tenants/problem.ts';
import { manifestPath } from '../../tenants/tenantIds.ts';
import { bundleOf } from '../build/bundle.ts';
import { frameRenderer } from '../build/frames.ts';
import { compile } from '../build/compile.ts';
import { type Leak, uniqueSentences } from '../build/isolation.ts';
import { blameSince, type Checkout, newnessOf, provedBefore, recordGood } from '../build/lastGood.ts';
import { brandAndProve, leakMessage } from '../build/proof.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The app beside a folder of deployments, else that of this repository. */
function checkoutOf(tenants: string): Checkout {
  const beside = dirname(resolve(tenants));
  const root = existsSync(join(beside, 'src/app/gates.ts')) ? beside : repository;
  return { root, tenants, cache: join(root, '.cache') };
}

/** A leak as a problem: at the text in the manifest if its owner is to blame, else at the byte in the bundle. */
function problemOf(leak: Leak, { root, tenants }: Checkout): Problem {
  if (!leak.isOfOwner) {
    const message = leakMessage(leak, 'the bundle', root);
    const fix = 'Remove it from src/, contract/ or scripts/build/: this deployment does not own it.';
    return { file: `dist/${leak.tenant}/${leak.path}`, line: 1, column: leak.offset + 1, message, fix };
  }
  const file = manifestPath(tenants, leak.tenant);
  const text = readFileSync(file, 'utf8');
  const offset = text.indexOf(JSON.stringify(leak.marker.bytes.toString()).slice(1, -1));
  return {
    file: shownPath(file),
    ...positionAt(text, Math.max(0, offset)),
    message: leakMessage(leak, '', root),
    fix: 'Choose a text that the app does not use.',
  };
}

/**
 * Checks deployments alone and against each other, and proves as the build does that no bundle contains data of another. The app
 * is compiled only if its sources changed since the last build or check.
 * @param ids the deployments to report on; empty for all
 * @throws CommandError when the app does not compile
 */
export async function checkAndProve(
  ids: string[],
  tenants: string,
  report: (line: string) => void,
): Promise<CheckedTenant[]> {
  const checkout = checkoutOf(tenants);
  const newness = (loaded: LoadedTenant[]) => newnessOf(checkout, loaded);
  const checked = await checkTenants(undefined, { root: tenants, newness, isProved: provedBefore(checkout) });
  const loaded = checked.flatMap(({ tenant }) => tenant ?? []);
  const wanted = loaded.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const leaks = wanted.length > 0 ? await leaksOf(checkout, wanted, loaded, report) : [];
  const problems = Map.groupBy(leaks, ({ tenant }) => tenant);
  const all = checked.map((tenant): CheckedTenant => {
    const leakProblems = problems.get(tenant.id)?.map((leak) => problemOf(leak, checkout)) ?? [];
    return leakProblems.length > 0
      ? { ...tenant, tenant: null, problems: [...tenant.problems, ...leakProblems] }
      : tenant;
  });
  if (ids.length === 0) return all;
  const unknown = ids.filter((id) => !all.some((tenant) => tenant.id === id));
  const missing = unknown.length > 0 ? await checkTenants(unknown, { root: tenants, isProved: () => true }) : [];
  const known = new Map([...all, ...missing].map((tenant) => [tenant.id, tenant]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

async function leaksOf(
  checkout: Checkout,
  wanted: LoadedTenant[],
  loaded: LoadedTenant[],
  report: (line: string) => void,
): Promise<Leak[]> {
  const onCompile = () => report('Compiling the app, whose sources changed since the last build or check …');
  const app = await compile(checkout, onCompile).done;
  const framesOf = await frameRenderer(
    checkout.root,
    app,
    wanted.map(({ tenant }) => tenant),
  );
  const { leaks } = brandAndProve({
    app,
    wanted,
    loaded,
    sentences: uniqueSentences(checkout.root),
    brand: (tenant) => bundleOf(app, tenant, '', framesOf),
    isToBlame: blameSince(checkout, loaded, app.inputs),
  }).result;
  const failed = new Set(leaks.map(({ tenant }) => tenant));
  if (leaks.every(({ isOfOwner }) => isOfOwner))
    recordGood(
      checkout,
      wanted.filter(({ id }) => !failed.has(id)),
      app.inputs,
    );
  return leaks;
}
