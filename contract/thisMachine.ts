/** Whether a host name is that of this machine: connections to it need no TLS. */
export function isThisMachine(hostname: string): boolean {
  return /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(hostname);
}
