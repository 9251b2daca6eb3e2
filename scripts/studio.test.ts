import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkTenants } from '../tenants/manifest.ts';
import { tenantsFolder, type TenantsFolder } from '../tests/support/tenantsFolder.ts';
import { type Draft, readSubject, type Subject } from './studio/draft.ts';
import { hintsOf } from './studio/hints.ts';
import { nearestColour, withColour } from './studio/nearestColour.ts';
import { proposePalette } from './studio/proposePalette.ts';
import { changedFiles, patchOf, problemsWith, writeFiles } from './studio/saveDraft.ts';

let folder: TenantsFolder;
let subject: Subject;
beforeAll(async () => {
  folder = tenantsFolder(['brazil', 'estonia', 'estonia-stage', 'iceland']);
  subject = await readSubject('iceland', folder.root);
});
afterAll(() => folder.remove());

/** The draft of Iceland with changes of its palette. */
const drafted = (changes: Partial<Draft['palette']>): Draft => ({
  ...subject.draft,
  palette: { ...subject.draft.palette, ...changes },
});

const read = (id: string) => readFileSync(folder.file(id), 'utf8');
const savedText = (draft: Draft) => changedFiles(subject, draft, folder.root).get('iceland/manifest.json');

describe('the brand studio', () => {
  it('has nothing to say about a brand as it is, and nothing to write', () => {
    expect(hintsOf(subject, subject.draft)).toEqual([]);
    expect(changedFiles(subject, subject.draft, folder.root).size).toBe(0);
    expect(patchOf(new Map(), folder.root)).toBe('');
  });

  it('says in words what cannot be read, and where', () => {
    expect(hintsOf(subject, drafted({ accent: '#ffe08a' }))).toEqual([
      {
        field: 'accent',
        level: 'error',
        message: 'Buttons and switches are hard to see in light mode: the contrast is 1.1, and at least 3 is needed.',
        fix: 'Choose a darker or a lighter shade.',
      },
    ]);
  });

  it('warns of colours that can be mistaken for those of another deployment, and finds the nearest that cannot', () => {
    const alike: Draft = { ...drafted({ accent: '#0a7d3e', highlight: '#f7c81e' }), progress: '#12994f' };
    expect(hintsOf(subject, alike)).toEqual([
      expect.objectContaining({
        field: 'accent',
        level: 'warning',
        message: 'The colours #0a7d3e and #12994f can be mistaken for #0a7d3e and #12994f of brazil.',
      }),
    ]);
    const nearest = nearestColour(subject, alike, 'accent');
    expect(hintsOf(subject, withColour(alike, 'accent', nearest ?? ''))).toEqual([]);
  });

  it('finds the nearest colour of the same hue that passes', () => {
    const pale = drafted({ accent: '#ffe08a' });
    const nearest = nearestColour(subject, pale, 'accent');
    expect(nearest).toMatch(/^#[0-9a-f]{6}$/);
    expect(hintsOf(subject, withColour(pale, 'accent', nearest ?? ''))).toEqual([]);
  });

  it('proposes colours of a logo that pass every check, and none for a grey logo', async () => {
    const withLogo = (body: string): Draft => ({
      ...subject.draft,
      logos: {
        light: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 48">${body}</svg>`,
        dark: null,
        icon: null,
      },
    });
    const logo = withLogo('<path fill="#5b2a86" d="M0 0h100v48H0z"/><path fill="#e0a458" d="M100 0h50v48h-50z"/>');
    const proposal = await proposePalette(subject, logo);
    expect(proposal?.from).toEqual(['#5b2a86', '#e0a458']);
    expect(proposal?.draft.palette).toMatchObject({ accent: '#5b2a86', highlight: '#e0a458' });
    expect(proposal && hintsOf(subject, proposal.draft)).toEqual([]);
    expect(await proposePalette(subject, withLogo('<path fill="#444444" d="M0 0h100v48H0z"/>'))).toBeNull();
  });

  it('changes only the edited values in the text of a manifest', () => {
    const text = read('iceland');
    expect(savedText(drafted({ accent: '#8a3fb0' }))).toBe(text.replace('#077d66', '#8a3fb0'));
    expect(savedText({ ...subject.draft, languages: ['en', 'is'] })).toBe(text.replace('["is", "en"]', '["en", "is"]'));
    expect(savedText(drafted({ accentDark: null }))).toBe(text.replace('    "accentDark": "#2cc9a0",\n', ''));
    const drawing = savedText({ ...subject.draft, drawing: 4 }) ?? '';
    expect(JSON.parse(drawing)).toEqual({ ...JSON.parse(text), drawing: 4 });
    expect(drawing.split('\n')).toHaveLength(text.split('\n').length + 1);
  });

  it('writes to a stage only what differs from its deployment', async () => {
    const stage = await readSubject('estonia-stage', folder.root);
    const text = read('estonia-stage');
    const files = changedFiles(stage, { ...stage.draft, drawing: 7 }, folder.root);
    expect(JSON.parse(files.get('estonia-stage/manifest.json') ?? '')).toEqual({ ...JSON.parse(text), drawing: 7 });
  });

  it('refuses to save what the checks of a manifest refuse, without writing anything', async () => {
    const before = read('iceland');
    const files = changedFiles(subject, drafted({ accent: '#ffe08a' }), folder.root);
    expect((await problemsWith('iceland', files, folder.root)).map(({ fix }) => fix)).toEqual([
      expect.stringMatching(/^The nearest colour that passes is "#[0-9a-f]{6}"\.$/),
    ]);
    expect(read('iceland')).toBe(before);
  });

  it('saves a valid draft, which then passes every check', async () => {
    writeFiles(changedFiles(subject, drafted({ accent: '#8a3fb0' }), folder.root), folder.root);
    const [checked] = await checkTenants(['iceland'], { root: folder.root });
    expect(checked?.problems).toEqual([]);
    expect(checked?.tenant?.manifest.palette.accent).toBe('#8a3fb0');
  });
});
