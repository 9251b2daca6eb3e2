/** Hosts on the same machine. */
const loopback = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** Whether a value is the URL of a mail server, optionally with `?tls=required` or `?tls=optional`. */
export function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, searchParams } = new URL(value);
  const tls = searchParams.get('tls');
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['required', 'optional', null].includes(tls);
}

/**
 * Takes `tls` out of the mail server's address. By default encryption is required except on the same machine: otherwise
 * an attacker could strip STARTTLS and read the codes.
 */
export function transportOf(address: string): { url: string; requireTLS: boolean } {
  const url = new URL(address);
  const tls = url.searchParams.get('tls');
  url.searchParams.delete('tls');
  const requireTLS = tls === null ? url.protocol === 'smtp:' && !loopback.test(url.hostname) : tls === 'required';
  return { url: url.href, requireTLS };
}
