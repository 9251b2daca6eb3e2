import { create as contentDisposition } from 'content-disposition';
import { html, plainPage, type Html } from '../../server/html.ts';
import type { ReceivedMail } from '../../server/mail/sink.ts';
import type { Page } from './page.ts';

const style = `
h1{letter-spacing:-.02em}
.mails{list-style:none;margin:16px 0 0;padding:0;border-top:1px solid var(--line)}
.mails li{display:grid;grid-template-columns:1fr auto;gap:2px 24px;padding:14px 4px;border-bottom:1px solid var(--line);position:relative}
.mails li:hover{background:var(--soft)}
.mails a{font-weight:600;text-decoration:none}.mails a::after{content:"";position:absolute;inset:0}
.mails .muted{font-size:14px;line-height:20px;overflow-wrap:anywhere}
.mails time{font-size:14px;font-variant-numeric:tabular-nums;text-align:end}
.code{position:relative;z-index:1;font:600 22px/28px ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:3px;user-select:all;text-align:end}
.empty{margin:32px 0;padding:40px 24px;border:1px dashed var(--line);border-radius:12px;text-align:center}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0 24px}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:560px;border:1px solid var(--line);border-radius:12px;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:600px){body{padding:20px 16px 48px}.mails li{grid-template-columns:1fr}.code,.mails time{text-align:start}}
`;

/** The one-time code on a separate line, or null. */
const codeOf = ({ text }: ReceivedMail): string | null => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? null;

const timeOf = ({ received }: ReceivedMail) => received.toTimeString().slice(0, 8);

function filters(mails: readonly ReceivedMail[], chosen: string | null): Html {
  const senders = [...new Set(mails.map(({ sender }) => sender))].filter(Boolean).toSorted();
  const link = (name: string | null) => {
    const href = name === null ? '/' : `/?deployment=${encodeURIComponent(name)}`;
    const label = name ?? 'All deployments';
    return name === chosen
      ? html`<a aria-current="page" href="${href}">${label}</a>`
      : html`<a href="${href}">${label}</a>`;
  };
  return html`<nav aria-label="Deployments">${[null, ...senders].map(link)}</nav>`;
}

function row(mail: ReceivedMail): Html {
  const code = codeOf(mail);
  return html`<li>
    <a href="/messages/${mail.id}">${mail.subject || '(no subject)'}</a>
    <time class="muted" datetime="${mail.received.toISOString()}">${timeOf(mail)}</time>
    <span class="muted">${mail.sender} · to ${mail.to.join(', ')}</span>
    ${code ? html`<span class="code">${code}</span>` : ''}
  </li>`;
}

function list(mails: readonly ReceivedMail[], deployment: string | null): Page {
  const shown = mails.filter(({ sender }) => deployment === null || sender === deployment).toReversed();
  const body = html`<h1>Mails</h1>
    <p class="muted">
      Mails of all deployments on this machine, newest first. No mail leaves the machine; the last 200 are kept until
      the server stops.
    </p>
    ${filters(mails, deployment)}
    ${
      shown.length
        ? html`<ul class="mails">
            ${shown.map(row)}
          </ul>`
        : html`<p class="empty muted">No mail yet. Sign in to a deployment: its code arrives here.</p>`
    }`;
  return { status: 200, ...plainPage('Mails', body, { refresh: 3, style }) };
}

function view(mail: ReceivedMail): Page {
  const body = html`<nav><a href="/">All mails</a></nav>
    <h1>${mail.subject || '(no subject)'}</h1>
    <dl>
      <dt>From</dt>
      <dd>${mail.from}${mail.sender ? ` (${mail.sender})` : ''}</dd>
      <dt>To</dt>
      <dd>${mail.to.join(', ')}</dd>
      <dt>Received</dt>
      <dd><time datetime="${mail.received.toISOString()}">${timeOf(mail)}</time></dd>
    </dl>
    ${
      mail.calendars.length > 0
        ? html`<h2>Calendar files</h2>
            <ul>
              ${mail.calendars.map(
                ({ filename, method }, index) =>
                  html`<li><a href="/messages/${mail.id}/calendars/${index + 1}">${filename}</a> (${method})</li>`,
              )}
            </ul>`
        : ''
    }
    ${mail.html ? html`<iframe sandbox title="The mail as HTML" src="/messages/${mail.id}/html"></iframe>` : ''}
    <h2>As text</h2>
    <pre>${mail.text}</pre>`;
  return { status: 200, ...plainPage(mail.subject || 'Mail', body, { sources: "frame-src 'self'; ", style }) };
}

function framed(mail: ReceivedMail): Page {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Mails use inline styles; everything else is blocked.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    text: mail.html,
  };
}

function calendar(mail: ReceivedMail, position: number): Page | null {
  const file = mail.calendars[position - 1];
  if (!file) return null;
  return {
    status: 200,
    headers: {
      'content-type': `text/calendar; charset=utf-8; method=${file.method}`,
      'content-disposition': contentDisposition(file.filename, { type: 'attachment' }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    text: file.content,
  };
}

function json(mails: readonly ReceivedMail[], deployment: string | null): Page {
  const shown = mails.filter(({ sender }) => deployment === null || sender === deployment).toReversed();
  const answer = shown.map((mail) => {
    const { sender, ...rest } = mail;
    return { ...rest, deployment: sender, code: codeOf(mail) };
  });
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    text: JSON.stringify(answer),
  };
}

/**
 * The pages of the mailbox, newest mail first: `/` and `/messages.json`, both with `?deployment=<id>`, `/messages/<id>` and the
 * mail's own HTML at `/messages/<id>/html`, shut in a sandbox, its calendar files at `/messages/<id>/calendars/<1, 2 …>`. Null where
 * there is no such page.
 */
export function mailPage(mails: readonly ReceivedMail[], { pathname, searchParams }: URL): Page | null {
  const deployment = searchParams.get('deployment');
  if (pathname === '/') return list(mails, deployment);
  if (pathname === '/messages.json') return json(mails, deployment);
  const [, id, isFramed, position] = /^\/messages\/(\d+)(?:(\/html)|\/calendars\/(\d+))?$/.exec(pathname) ?? [];
  const mail = mails.find((candidate) => candidate.id === Number(id));
  if (!mail) return null;
  if (position) return calendar(mail, Number(position));
  return isFramed ? framed(mail) : view(mail);
}
