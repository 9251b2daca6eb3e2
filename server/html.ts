import { createHash } from 'node:crypto';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

/** HTML from a template; escapes all values except `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? '') + string));
}

const style = `
:root{color-scheme:light dark;--line:#d9dce3;--soft:#f4f5f8;--muted:#5a6072;--link:#1f4fbf}
@media (prefers-color-scheme:dark){:root{--line:#3a3f4b;--soft:#20232b;--muted:#a4abbb;--link:#9dbcff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px 64px;max-width:1040px;font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:28px;line-height:36px;margin:0 0 8px}h2{font-size:20px;line-height:28px;margin:40px 0 12px}h3{font-size:16px;line-height:24px;margin:24px 0 4px}
p{margin:0 0 12px}a{color:var(--link)}.muted{color:var(--muted)}
code,pre{font:14px/20px ui-monospace,SFMono-Regular,Menlo,monospace}
pre{margin:8px 0 16px;padding:12px 16px;border-radius:8px;background:var(--soft);overflow-x:auto}
table{width:100%;border-collapse:collapse;margin:8px 0 16px}th,td{padding:8px 12px 8px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{font-weight:600}.wide{overflow-x:auto}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin:16px 0}nav [aria-current]{font-weight:600;color:inherit;text-decoration:none}
summary{cursor:pointer;padding:4px 0}.method{display:inline-block;min-width:56px;font-weight:700}
`;

/**
 * A page in English for the people who run the product: no script, one style, no external resources.
 * @param options.refresh seconds until the browser reloads; omitted: never
 * @param options.sources additional CSP directives, each ending in `; `
 * @param options.style additional CSS rules
 */
export function plainPage(
  title: string,
  body: Html,
  { refresh, sources = '', style: pageStyle = '' }: { refresh?: number; sources?: string; style?: string } = {},
): { headers: Record<string, string>; text: string } {
  const css = style + pageStyle;
  const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const head = refresh ? `<meta http-equiv="refresh" content="${refresh}">` : '';
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${styleHash}; ${sources}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    text: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>${escapeHtml(title)}</title><style>${css}</style></head>
<body>
${body.text}
</body>
</html>
`,
  };
}
