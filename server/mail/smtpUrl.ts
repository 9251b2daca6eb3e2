/** Hosts that mails reach without leaving the machine. */
const loopback = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** Whether a value is the address of a mail server. It may say `?tls=required` or `?tls=optional`. */
export function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, searchParams } = new URL(value);
  const tls = searchParams.get('tls');
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['required', 'optional', null].includes(tls);
}

/**
 * Takes `tls` out of the mail server's address. Without it encryption is required of every host but this machine: a
 * network that takes STARTTLS out of the answer would read the codes otherwise (decision 239).
 */
export function transportOf(address: string): { url: string; requireTLS: boolean } {
  const url = new URL(address);
  const tls = url.searchParams.get('tls');
  url.searchParams.delete('tls');
  const requireTLS = tls === null ? url.protocol === 'smtp:' && !loopback.test(url.hostname) : tls === 'required';
  return { url: url.href, requireTLS };
}
