import { describe, expect, test } from '@jest/globals';
import { colour } from './theme.ts';
import { colourProperty } from './tokens.ts';

describe('colour tokens', () => {
  test('a token reads as its CSS custom property', () => {
    expect(colourProperty('accentText')).toBe('--c-accent-text');
    expect(colour.chart1).toBe('var(--c-chart-1)');
  });
});
