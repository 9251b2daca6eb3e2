import type { Deployment } from '../deployment.ts';
import { escapeHtml } from '../html.ts';

/** A link as the content of a mail: the address in the text, a button in the HTML. */
export function linkButton(
  { colours }: Pick<Deployment, 'colours'>,
  link: string,
  label: string,
): { text: string; html: string } {
  const { accent, onAccent } = colours;
  const html = `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
  return { text: link, html };
}
