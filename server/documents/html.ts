import { createHash } from 'node:crypto';
import { isoLanguage } from '../../contract/languages.ts';
import { factsOf } from '../../tenants/languageFacts.ts';
import { escapeHtml, html } from '../html.ts';
import { formatForPeople, isNumeric } from './cells.ts';
import { slicesOf, type Writer } from './document.ts';

/** A single HTML file without scripts or external resources; in print the table heading is repeated on every page. */
export const writeHtml: Writer = async function* writeHtml(document) {
  const { brand, columns, facts, totals, title, words } = document;
  const { accent, onAccent, text, textMuted } = brand.colours;
  const style = `
:root{color-scheme:light}
body{margin:24px;color:${text};background:#fff;font:14px/20px "Noto Sans",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
img{height:40px;display:block}h1{font-size:24px;line-height:32px;margin:16px 0}h2{font-size:16px;margin:24px 0 8px}
dl{display:grid;grid-template-columns:max-content auto;gap:2px 24px;margin:0}dt{color:${textMuted}}dd{margin:0;overflow-wrap:anywhere}
.table{overflow-x:auto}
table{border-collapse:collapse;margin-top:24px;width:100%}
th{background:${accent};color:${onAccent};text-align:start;font-weight:600;position:sticky;top:0}
th,td{padding:4px 8px;border-bottom:1px solid #d9dce3;vertical-align:top}
.number{text-align:end;font-variant-numeric:tabular-nums}td.number,.day,.time{white-space:nowrap}
.note{min-width:16em;overflow-wrap:anywhere}
@page{size:landscape;margin:12mm}
@media print{body{margin:0;font-size:${columns.length > 12 ? '5.5pt' : '8pt'};line-height:1.35}th,td{padding:2px 3px}.table{overflow:visible}th{position:static;print-color-adjust:exact;-webkit-print-color-adjust:exact}thead{display:table-header-group}tr{break-inside:avoid}}
`;
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'`;
  const logo = `data:image/svg+xml;base64,${Buffer.from(brand.logo).toString('base64')}`;
  const format = formatForPeople(document.locale);
  const mark = ({ key, kind }: (typeof columns)[number]) => {
    if (isNumeric(kind)) return ' class="number"';
    return key === 'note' || kind === 'day' || kind === 'time' ? ` class="${key === 'note' ? key : kind}"` : '';
  };
  yield `<!doctype html>
<html lang="${isoLanguage(document.language)}" dir="${factsOf(document.language).direction}">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>${escapeHtml(`${title} · ${brand.brand}`)}</title><style>${style}</style></head>
<body>
${
  html`<header><img src="${logo}" alt="${brand.brand}" /></header>
    <h1>${title}</h1>
    <dl class="facts">
      ${facts.map(
        ({ label, value }) =>
          html`<dt>${label}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <h2>${words.totals}</h2>
    <dl class="totals">
      ${totals.map(
        ({ label, kind, value }) =>
          html`<dt>${label}</dt>
            <dd>${format(kind, value)}</dd>`,
      )}
    </dl>`.text
}
<div class="table"><table>
<thead><tr>${columns.map((column) => `<th${mark(column)} scope="col">${escapeHtml(column.label)}</th>`).join('')}</tr></thead>
<tbody>
`;
  for await (const rows of slicesOf(document))
    yield rows
      .map((cells) => {
        const row = columns.map(
          (column, index) => `<td${mark(column)}>${escapeHtml(format(column.kind, cells[index] ?? null))}</td>`,
        );
        return `<tr>${row.join('')}</tr>\n`;
      })
      .join('');
  yield '</tbody>\n</table></div>\n</body>\n</html>\n';
};
