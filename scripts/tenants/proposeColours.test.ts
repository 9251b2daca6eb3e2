import { expect, it } from '@jest/globals';
import { contrastFailures } from '../../tenants/checks/contrast.ts';
import { difference } from '../../tenants/colour.ts';
import { palette } from '../../tenants/palette.ts';
import { type Proposal, proposeColours } from './proposeColours.ts';

/** Whether the check of likeness takes two palettes for each other. */
const areAlike = (a: Proposal, b: Proposal): boolean =>
  difference(a.accent, b.accent) < 6 &&
  difference(a.highlight, b.highlight) < 6 &&
  difference(a.progress, b.progress) < 5;

it('three hundred deployments in a row get readable palettes, of which no two can be mistaken for each other', () => {
  const proposals: Proposal[] = [];
  while (proposals.length < 300) {
    const proposal = proposeColours(proposals, {});
    if (!proposal) throw new Error(`There is no palette after ${proposals.length}`);
    expect(contrastFailures(palette(proposal))).toEqual([]);
    expect(proposals.filter((earlier) => areAlike(proposal, earlier))).toEqual([]);
    proposals.push(proposal);
  }
});
