import { describe, expect, test } from '@jest/globals';
import { svgProblems } from './logo.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 48 48"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>\n  ${inside}\n</svg>`;

describe('a logo is refused, at its line and column,', () => {
  test.each([
    ['for a script', '<script>alert(1)</script>', '2:3', 'Scripts are not allowed in a logo.'],
    ['for a handler', '<path onclick="steal()" d="M0 0"/>', '2:9', 'The handler onclick runs a script.'],
    ['for a handler in capitals', '<path ONLOAD="steal()"/>', '2:9', 'The handler ONLOAD runs a script.'],
    ['for embedded HTML', '<foreignObject/>', '2:3', '<foreignObject> embeds HTML, which is not allowed in a logo.'],
    [
      'for a style sheet',
      '<style>@import "//elsewhere"</style>',
      '2:3',
      '<style> can load external files and affects the whole page.',
    ],
    [
      'for a style',
      '<path style="fill:url(//elsewhere)"/>',
      '2:9',
      'The Content-Security-Policy of the page blocks style attributes.',
    ],
    ['for an external picture', '<image href="https://elsewhere/x.png"/>', '2:3', '<image> embeds another file.'],
    ['for an external shape', '<use href="other.svg#a"/>', '2:8', 'href="other.svg#a" refers to another file.'],
    [
      'for an external shape, by xlink:href',
      '<use xlink:href="//elsewhere#a"/>',
      '2:8',
      'xlink:href="//elsewhere#a" refers to another file.',
    ],
    [
      'for a script as an address',
      '<use href="javascript:alert(1)"/>',
      '2:8',
      'href="javascript:alert(1)" refers to another file.',
    ],
    [
      'for an external fill',
      '<path fill="url(https://elsewhere/x#a)"/>',
      '2:9',
      'fill refers to another file: url(https://elsewhere/x#a).',
    ],
    ['for a link', '<a href="https://elsewhere"><path d="M0 0"/></a>', '2:3', '<a> is not allowed in a logo.'],
    ['for an animation', '<animate attributeName="href" to="x"/>', '2:3', '<animate> is not allowed in a logo.'],
    [
      'for text that needs a font',
      '<text x="1" y="2">Name</text>',
      '2:3',
      '<text> needs a font that may not be installed.',
    ],
    ['for an unknown attribute', '<path data-x="1"/>', '2:9', 'The attribute data-x is not allowed in a logo.'],
  ])('%s', (_, inside, at, message) => {
    const [first] = svgProblems(svg(inside), 'logo.svg', 'light');
    expect(first && { at: `${first.line}:${first.column}`, message: first.message }).toEqual({ at, message });
    expect(first?.fix).toMatch(/\S/);
  });

  test('for a DOCTYPE and the entities it defines', () => {
    const text = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n${svg('<path d="&x;"/>')}`;
    expect(svgProblems(text, 'logo.svg', 'light')[0]).toMatchObject({
      line: 1,
      message: 'A DOCTYPE is not allowed: it can define entities.',
    });
  });

  test('for a style sheet in a processing instruction', () => {
    const text = `<?xml-stylesheet href="//elsewhere"?>\n${svg('')}`;
    expect(svgProblems(text, 'logo.svg', 'light')[0]?.message).toBe(
      '<?xml-stylesheet?> is not allowed: it can load a style sheet.',
    );
  });

  test('for no viewBox, or one without a size', () => {
    expect(svgProblems(svg('', ''), 'logo.svg', 'light')[0]?.message).toBe(
      'The logo has no viewBox, so it cannot be scaled.',
    );
    expect(svgProblems(svg('', 'viewBox="0 0 48"'), 'logo.svg', 'light')[0]?.message).toBe(
      'viewBox="0 0 48" is not four numbers with a positive width and height.',
    );
  });

  test('for an icon that is not square', () => {
    expect(svgProblems(svg('', 'viewBox="0 0 48 32"'), 'icon.svg', 'icon')[0]?.message).toBe(
      'The icon is 48 × 32, not square.',
    );
    expect(svgProblems(svg('', 'viewBox="0 0 48 32"'), 'logo.svg', 'light')).toEqual([]);
  });

  test('for not being XML', () => {
    expect(svgProblems('<svg', 'logo.svg', 'light')[0]?.message).toMatch(/^Not XML: /);
    expect(svgProblems('', 'logo.svg', 'light')[0]?.message).toMatch(/^Not XML: /);
    expect(svgProblems('<html></html>', 'logo.svg', 'light')[0]?.message).toBe('<html> is not allowed in a logo.');
  });
});

test('a drawing with gradients, clips and internal references passes', () => {
  const drawing = svg(
    '<title>Name</title><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="b"><path id="p" d="M0 0h4v4z"/></clipPath></defs>' +
      '<g clip-path="url(#b)" transform="rotate(45 24 24)"><use href="#p"/><path d="M0 0" fill="url(#a)" stroke-linecap="round"/></g>',
  );
  expect(svgProblems(drawing, 'logo.svg', 'light')).toEqual([]);
});

describe('a reference in a logo', () => {
  const problems = (inside: string) =>
    svgProblems(svg(inside), 'logo.svg', 'light').map(({ line, message }) => [line, message]);

  test('must lead to something in the file', () => {
    expect(problems('<use href="#nowhere"/>')).toEqual([[2, 'Nothing has the id "nowhere".']]);
    expect(problems('<path d="M0 0h9v9z" fill="url(#nowhere)"/>')).toEqual([[2, 'Nothing has the id "nowhere".']]);
  });

  test.each([
    ['a colon (Figma)', 'paint0_linear_1:13', 'url(#paint0_linear_1:13)'],
    ['a dot', 'layer1.fill', 'url(#layer1.fill)'],
    ['letters of Illustrator in French', 'Dégradé_sans_nom_2', 'url(#Dégradé_sans_nom_2)'],
    ['letters of Illustrator in Russian', 'Безымянный_градиент', 'url("#Безымянный_градиент")'],
    ['letters of Illustrator in Slovak', 'Nepomenovaný_prechod_č._3', "url('#Nepomenovaný_prechod_č._3')"],
    ['a space and brackets', 'Logo (1)', "url('#Logo (1)')"],
    ['an at sign', 'logo@2x', 'url(#logo@2x)'],
    ['percent signs for its letters', 'Слой', 'url(#%D0%A1%D0%BB%D0%BE%D0%B9)'],
    ['a backslash before a colon', 'a:b', 'url(#a\\:b)'],
    ['a second colour, should it be missing', 'a', 'url(#a) #0b5fff'],
  ])('may have %s', (_, id, reference) => {
    const gradient = `<linearGradient id="${id}"><stop stop-color="#0b5fff"/></linearGradient>`;
    expect(problems(`${gradient}<path d="M0 0h9v9z" fill="${reference.replaceAll('"', '&quot;')}"/>`)).toEqual([]);
    expect(problems(`<path id="${id}" d="M0 0h9v9z"/><use href="#${id}"/>`)).toEqual([]);
  });

  test.each(['url(other.svg#a)', 'url(#a) url(//x)', 'url(#a', 'url("#a)', 'u\\72l(//x)', 'image-set("//x" 1x)'])(
    'may not be %s',
    (value) => {
      expect(problems(`<path id="a" mask="${value.replaceAll('"', '&quot;')}" d="M0 0"/>`)).toHaveLength(1);
    },
  );

  test('must not lead back to itself', () => {
    expect(problems('<use id="a" href="#a"/>')).toEqual([[2, '"#a" refers to itself.']]);
    expect(problems('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toEqual([
      [2, '"#a" refers to itself.'],
    ]);
    expect(problems('<mask id="m"><path mask="url(#m)" d="M0 0h9v9z"/></mask>')).toEqual([
      [2, '"#m" refers to itself.'],
    ]);
  });

  test('is counted as often as it is drawn: a small file cannot take long to draw', () => {
    const level = (name: string, of: string) => `<g id="${name}">${`<use href="#${of}"/>`.repeat(10)}</g>`;
    const bomb = `<path id="a" d="M0 0h9v9z"/>${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}${level('e', 'd')}`;
    expect(problems(bomb)).toEqual([[1, 'With every reference drawn, the logo has more than 2000 elements.']]);
    expect(problems(`<path id="a" d="M0 0h9v9z"/>${level('b', 'a')}${level('c', 'b')}`)).toEqual([]);
  });
});

test('a dashed line and deep groups are refused, because they take long to draw', () => {
  expect(svgProblems(svg('<path stroke-dasharray="0.001" d="M0 0h99"/>'), 'logo.svg', 'light')[0]?.message).toBe(
    'A dashed line can take minutes to draw.',
  );
  const deep = `${'<g>'.repeat(60)}${'</g>'.repeat(60)}`;
  expect(svgProblems(svg(deep), 'logo.svg', 'light')[0]?.message).toBe('Groups are nested more than 40 levels deep.');
});
