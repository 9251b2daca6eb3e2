import { describe, expect, test } from '@jest/globals';
import culori from 'culori/require';
import fc from 'fast-check';
import { colourProperty, colourTokens } from '../src/ui/tokens.ts';
import { contrastFailures } from './checks/contrast.ts';
import { contrast, difference } from './colour.ts';
import { loadTenant, tenantIds } from './manifest.ts';
import { brandStyle, contrastPairs, palette, seedsOf } from './palette.ts';

const { converter, filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit } = culori;

const modes = ['light', 'dark'] as const;
const tenants = await Promise.all(tenantIds().map((id) => loadTenant(id)));
const everyMode = tenants.flatMap(({ id, tokens, manifest }) =>
  modes.map((mode) => ({ id, mode, tokens: tokens[mode], manifest })),
);

describe.each(everyMode)('$id, $mode', ({ id, mode, tokens, manifest }) => {
  test('has the contrast that WCAG 2.2 requires for every pair', () => {
    const low = contrastPairs.flatMap(({ foreground, background, kind }) => {
      const needs = kind === 'text' ? 4.5 : 3;
      const ratio = contrast(tokens[foreground], tokens[background]);
      return ratio < needs ? [`${foreground} on ${background}: ${ratio.toFixed(2)} of ${needs}`] : [];
    });
    expect(low).toEqual([]);
  });

  test('has a valid CSS value for every token', () => {
    expect(Object.keys(tokens).toSorted()).toEqual([...colourTokens].toSorted());
    for (const value of Object.values(tokens)) expect(value).toMatch(/^(#[0-9a-f]{6}|rgb\(\d+ \d+ \d+ \/ 0\.\d+\))$/);
  });

  test("uses the manifest's colours unchanged", () => {
    const { accent, accentDark } = manifest.palette;
    if (mode === 'light') expect(tokens.accent).toBe(accent);
    if (mode === 'dark' && accentDark) expect(tokens.accent).toBe(accentDark);
    expect(tokens.progress).toBe(manifest.progress);
  });

  test('has eight chart colours that are distinguishable in every kind of colour vision', () => {
    const toRgb = converter('rgb');
    const toOklab = converter('oklab');
    const series = colourTokens.filter((token) => token.startsWith('chart')).map((token) => tokens[token]);
    expect(new Set(series).size).toBe(8);
    for (const sight of [filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)]) {
      const seen = series.map((hex) => toOklab(sight(toRgb(hex) ?? { mode: 'rgb', r: 0, g: 0, b: 0 })));
      for (const [index, colour] of seen.entries())
        for (const other of seen.slice(0, index))
          expect(Math.hypot(colour.l - other.l, colour.a - other.a, colour.b - other.b)).toBeGreaterThan(0.06);
    }
  });

  test('has backgrounds of its mode, with distinguishable surfaces', () => {
    const [onWhite, onBlack] = [contrast(tokens.ground, '#ffffff'), contrast(tokens.ground, '#000000')];
    expect(onWhite < onBlack).toBe(mode === 'light');
    expect(new Set([tokens.ground, tokens.surface, tokens.surfaceSunken]).size).toBe(3);
    expect(id).not.toBe('');
  });
});

test('hovered and pressed fills differ from the normal one', () => {
  for (const { tokens } of everyMode) {
    expect(difference(tokens.accent, tokens.accentHover)).toBeGreaterThan(1);
    expect(difference(tokens.accent, tokens.accentPressed)).toBeGreaterThan(1);
  }
});

test('for any seeds, only colours fixed by them can lack contrast', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(hex, hex, hex, hex, (accent, highlight, progress, neutral) => {
      const failures = contrastFailures(palette({ accent, highlight, progress, neutral }));
      const generated = failures.filter(
        ({ foreground, mode }) => foreground !== 'progress' && !(mode === 'light' && foreground.startsWith('accent')),
      );
      expect(generated).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('the style sheet of a brand defines every token for light and dark, and cannot be broken out of', async () => {
  const { tokens, manifest, logos } = await loadTenant('iceland');
  const style = brandStyle(tokens, logos);
  expect(style).toBe(brandStyle(palette(seedsOf(manifest)), logos));
  expect(style.match(/--logo-ratio:[^;}]*/g)).toEqual(['--logo-ratio:165/48', '--logo-ratio:165/48']);
  for (const mode of modes)
    for (const token of colourTokens) expect(style).toContain(`${colourProperty(token)}:${tokens[mode][token]}`);
  expect(style).toMatch(
    /^:root\{color-scheme:light;--c-.*\}@media screen\{:root\[data-palette="dark"\]\{color-scheme:dark;--c-.*\}\}html\{/,
  );
  expect(style).not.toMatch(/[<>]/);
});
